import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { createInterface, type Interface } from "node:readline";

/** Starts the desk once for the whole run; returns a function that stops it. */
export default async function startDesk(): Promise<() => Promise<void>> {
  const desk = spawn(process.execPath, [join(import.meta.dirname, "desk.ts")], {
    stdio: ["pipe", "pipe", "inherit"],
  });
  const ended = once(desk, "exit");
  const lines = createInterface({ input: desk.stdout });
  const { url, simulatorUrl, controlUrl } = await Promise.race([
    addressesIn(lines),
    ended.then(([code]) => Promise.reject(new Error(`The desk ended with ${code} before it was ready`))),
  ]);
  process.env.DESK_URL = url;
  process.env.SIMULATOR_URL = simulatorUrl;
  process.env.CONTROL_URL = controlUrl;
  lines.on("line", (line) => process.stdout.write(`${line}\n`));
  return async () => {
    desk.stdin.end();
    await ended;
  };
}

type Addresses = { url: string; simulatorUrl: string; controlUrl: string };

/** The desk's log and its addresses come on the same pipe. */
function addressesIn(lines: Interface): Promise<Addresses> {
  return new Promise((resolve) => {
    lines.on("line", (line) => {
      if (line.startsWith('{"url"')) resolve(JSON.parse(line) as Addresses);
    });
  });
}
