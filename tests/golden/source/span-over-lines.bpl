procedure P()
{
  assert 1 +
    true +

    2;
}
