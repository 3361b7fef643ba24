// The Test Anything Protocol in a page: tests run one after the other, each may throw.

let count = 0;
let failed = 0;

export async function test(name, body) {
  count++;
  const begin = Date.now();
  try {
    await body();
    console.log(`ok ${count} - ${name}`);
    if (process.env.WARRANT_TIMES) console.log(`# ${Date.now() - begin} ms`);
  } catch (error) {
    failed++;
    console.log(`not ok ${count} - ${name}`);
    for (const line of String(error?.stack ?? error)
      .split("\n")
      .slice(0, 12))
      console.log(`#   ${line}`);
  }
}

export function skipAll(reason) {
  console.log(`1..0 # SKIP ${reason}`);
  process.exit(0);
}

export function done() {
  console.log(`1..${count}`);
  process.exit(failed ? 1 : 0);
}
