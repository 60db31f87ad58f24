/**
 * The desk of the registration tests, in a separate process: it has a mail server that keeps its mails, and a clock
 * that a test may advance.
 */
import { mkdtempSync, rmSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { loadConfig } from "../../server/src/app/config.ts";
import { startParley } from "../../server/src/app/start.ts";
import { DEMO_TOKEN } from "../../simulator/src/seed.ts";
import { startSimulator } from "../../simulator/src/server.ts";
import { freePort } from "../outside/desk.ts";
import { startSmtp } from "../world/smtp.ts";

const bot = { platform: "telegram", token: DEMO_TOKEN, name: "Fjord Ferries", username: "fjord_ferries_bot" };
const seed = { accounts: [bot], people: [] };
const [simulator, smtp] = await Promise.all([startSimulator({ seed }), startSmtp()]);
const dataDir = mkdtempSync(join(tmpdir(), "parley-getting-in-"));
const config = loadConfig({
  NODE_ENV: "test",
  DATA_DIR: dataDir,
  PORT: String(await freePort()),
  ...simulator.settings,
  SMTP_URL: smtp.url,
  MAIL_FROM: "Parley <desk@parley.example>",
});
let ahead = 0;
const parley = await startParley(config, { clock: () => new Date(Date.now() + ahead) });

/** `/mail?to=` answers the next mail to an address, `/advance?ms=` moves the clock. */
const control = createServer(async (request, response) => {
  const { pathname, searchParams } = new URL(request.url ?? "/", "http://control");
  try {
    if (pathname === "/advance") ahead += Number(searchParams.get("ms"));
    const mail = pathname === "/mail" ? await smtp.next(searchParams.get("to") ?? "") : {};
    response.end(JSON.stringify(mail));
  } catch (error) {
    response.writeHead(500).end(String(error));
  }
});
await new Promise<void>((ready) => control.listen(0, "127.0.0.1", ready));
const controlUrl = `http://127.0.0.1:${(control.address() as AddressInfo).port}`;
process.stdout.write(
  `${JSON.stringify({ url: config.publicUrl, simulatorUrl: simulator.url, controlUrl })}\n`,
);

// The test's end of this pipe closes when the test ends in any way.
process.stdin.resume();
process.stdin.once("end", async () => {
  control.close();
  await parley.stop();
  await smtp.down();
  await simulator.close();
  rmSync(dataDir, { recursive: true, force: true });
  process.exit(0);
});
