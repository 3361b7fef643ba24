procedure P()
{
  assert 1;
}
