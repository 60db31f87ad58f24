/** Sends large files endlessly into a company's storage, which has little room left, over a line of 200 Mbit/s. */
import { setTimeout as wait } from "node:timers/promises";
import { form } from "../../world/form.ts";
import { head, openLine } from "../raw.ts";
import type { FloodArgs, Flooded } from "../resources/attacker-process.ts";

const megabytes = 8;
/** The number of files; half of them fit. */
export const filesSent = (short: boolean) => (short ? 10 : 20);
const piece = 2 ** 18;
/** Milliseconds of a piece, at 25 MB a second. */
const pace = (piece / (25 * 2 ** 20)) * 1000;

export async function fileFlood(args: FloodArgs): Promise<Flooded> {
  const content = Buffer.alloc(megabytes * 2 ** 20, "a");
  const answers = new Map<number, number>();
  const most = filesSent(args.short);
  for (let at = 0; at < most; at += 1) {
    const status = await upload(args, `file${at}.bin`, content);
    answers.set(status, (answers.get(status) ?? 0) + 1);
  }
  const taken = answers.get(201) ?? 0;
  const summary = [...answers].map(([status, count]) => `${count} × ${status}`).join(", ");
  // A refused one may be cut off before its answer is read.
  const refused = (answers.get(413) ?? 0) + (answers.get(0) ?? 0);
  const through = taken <= most / 2 && refused >= most / 2 ? [] : [`POST /send-file: ${summary}`];
  return { tried: most - through.length, summary, through };
}

async function upload({ url, cookie, ticketid }: FloodArgs, name: string, content: Buffer): Promise<number> {
  const line = openLine(url);
  const { payload, headers } = form({ ticketid }, { name, content });
  const { host } = new URL(url);
  line.write(
    head("POST", "/send-file", { host, origin: url, cookie, "content-length": payload.length, ...headers }),
  );
  const startedAt = performance.now();
  for (let sent = 0; sent < payload.length && !line.socket.destroyed; sent += piece) {
    line.write(payload.subarray(sent, sent + piece));
    await wait(Math.max(0, startedAt + (sent / piece + 1) * pace - performance.now()));
  }
  const { status } = await line.answer;
  line.socket.destroy();
  return status;
}
