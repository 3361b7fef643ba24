procedure P() { /* no end
