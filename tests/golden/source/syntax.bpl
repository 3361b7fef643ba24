procedure P()
{
  assert (1 + ;
}

procedure Q( { }
