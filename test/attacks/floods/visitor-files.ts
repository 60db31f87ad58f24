/** Files of strangers endlessly, each with its own token: uploads alone, and files with a first message. */
import { randomUUID } from "node:crypto";
import { form } from "../../world/form.ts";
import type { FloodArgs, Flooded } from "../resources/attacker-process.ts";
import { openVisitor } from "../visitor.ts";
import { newToken } from "../visitors/browsers.ts";

const lines = 1;
const size = 2 * 2 ** 20;

export async function visitorFileFlood({ url, key = "", seconds }: FloodArgs): Promise<Flooded> {
  const visitor = openVisitor(url, { from: "127.66.4.1" });
  const until = Date.now() + seconds * 1000;
  const content = Buffer.alloc(size, "x");
  const counts = { uploads: 0, files: 0, refused: 0 };
  let tried = 0;
  const post = async (call: "upload" | "send-file") => {
    const first = { messageid: randomUUID(), conversation: null, first: {} };
    const fields: Record<string, string> =
      call === "upload" ? { messageid: randomUUID() } : { message: JSON.stringify(first) };
    const { payload, headers } = form(fields, { name: "a.bin", content });
    const authorization = `Visitor ${newToken()}`;
    const sent = { method: "POST", body: payload, headers: { ...headers, authorization } };
    const { status } = await visitor.call(`/visitor/${key}/${call}`, sent);
    tried += 1;
    if (status !== 200) counts.refused += 1;
    else counts[call === "upload" ? "uploads" : "files"] += 1;
  };
  const one = async () => {
    while (Date.now() < until) {
      await post("upload");
      await post("send-file");
    }
  };
  await Promise.all(Array.from({ length: lines }, one));
  visitor.close();
  const through = counts.uploads > 0 ? [`${counts.uploads} uploads of strangers were stored`] : [];
  const { files, refused } = counts;
  return { tried, summary: `${files} files with a first message, ${refused} refused`, through };
}
