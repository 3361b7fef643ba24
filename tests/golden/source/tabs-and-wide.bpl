procedure P()
{
	assert {:msg "漢字 é"}	1;
}
