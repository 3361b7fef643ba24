axiom 1+2*3-4 div 5 mod 6 == -7 && 2.5/1e-3 < 2.0**3.0**0.5;
axiom x ++ y[8:0] == 255bv8 ++ z && (p==>q==>r) && ((p==>q)==>r) && (p<==>q<==>r);
axiom !(a && (b || c)) && (a || b || (c && d)) && -(-(x)) == - -x;
axiom fp(RNE, 0x1.8e3f24e8, -(0x1.0e0f24e8)) == 0+oo24e8 && 0NaN53e11 != 0-oo53e11;
axiom m[1,2:=3][1,2] == 3 && n[] == n[:=4][] && (e:int) < 3 && f(g(),"text") is C;
axiom int(2.5)+old(x)-int(real(3)) > 0;
