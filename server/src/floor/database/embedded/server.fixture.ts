/** A process that runs a server until its input says stop, for tests that kill it. */
import { startEmbedded } from "../embedded.ts";

const [dataDir = "", durable, person] = process.argv.slice(2);
if (person) becomeOrdinary(person);
const say = (word: string, details: object = {}) => process.send?.({ word, ...details });
const sendLog = (...words: unknown[]) => {
  say("log", {
    text: words.map((word) => (typeof word === "string" ? word : JSON.stringify(word))).join(" "),
  });
};

try {
  const log = { debug: sendLog, info: sendLog, warn: sendLog, error: sendLog };
  const server = await startEmbedded({ dataDir, log, durable: durable === "durable" });
  process.on("message", async () => {
    await server.stop();
    say("stopped");
    process.disconnect();
  });
  say("started", { url: server.url, pid: server.pid });
} catch (error) {
  say("failed", { text: (error as Error).message });
  process.disconnect();
}

/** Gives root's rights up for those of an ordinary account, after our modules are loaded. */
function becomeOrdinary(person: string) {
  const [uid = 0, gid = 0] = person.split(":").map(Number);
  process.setgroups?.([gid]);
  process.setgid?.(gid);
  process.setuid?.(uid);
}
