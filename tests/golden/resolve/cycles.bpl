// Functions that would be expanded for ever, a datatype without values.
function {:inline} even(n: int): bool { n == 0 || odd(n - 1) }
function {:inline} odd(n: int): bool { n != 0 && even(n - 1) }
function {:define} id(n: int): int { id(n) }
datatype Endless { More(next: Endless) }
