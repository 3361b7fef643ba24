// Nothing here is unnecessary: preconditions of procedures without a body stay, and so does what proves them; so
// does what a silenced invariant rests on.
type Mutex;
function IsHeld(m: Mutex) returns (bool);
procedure Initialize() returns (post: Mutex);
  ensures !IsHeld(post);
procedure Acquire(pre: Mutex) returns (post: Mutex);
  requires !IsHeld(pre);
  ensures IsHeld(post);
procedure Release(pre: Mutex) returns (post: Mutex);
  requires IsHeld(pre);
  ensures !IsHeld(post);

procedure Loop()
{
  var mutex: Mutex;
  call mutex := Initialize();
  while (*)
    invariant !IsHeld(mutex);
  {
    call mutex := Acquire(mutex);
    call mutex := Release(mutex);
  }
}

procedure Silenced(n: int)
  requires n >= 0;
{
  var i: int;
  i := 0;
  while (i < n)
    invariant {:warrant_ok "unnecessary-invariant"} i <= n;
  {
    i := i + 1;
  }
}
