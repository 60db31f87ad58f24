/** Status 0 when Parley can serve. A worker answers on METRICS_PORT alone, and without one it is well as long as it runs. */
const { PARLEY_ROLE, METRICS_PORT, PORT = "3003" } = process.env;
const port = PARLEY_ROLE === "worker" ? METRICS_PORT : PORT;

if (port) {
  const answer = await fetch(`http://127.0.0.1:${port}/readyz`, { signal: AbortSignal.timeout(4_000) });
  process.stdout.write(`${answer.status} ${await answer.text()}\n`);
  if (!answer.ok) process.exitCode = 1;
}
