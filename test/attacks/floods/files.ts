/** Large files without end into a company's storage, which has little room left. */
import { form } from "../../world/form.ts";
import type { FloodArgs, Flooded } from "../resources/attacker-process.ts";
import { openVisitor } from "../visitor.ts";

const megabytes = 10;
const most = 20;

export async function fileFlood({ url, cookie, ticketid }: FloodArgs): Promise<Flooded> {
  const visitor = openVisitor(url, { cookie });
  const content = Buffer.alloc(megabytes * 2 ** 20, "a");
  const answers = new Map<number, number>();
  for (let at = 0; at < most; at += 1) {
    const { payload, headers } = form({ ticketid }, { name: `file${at}.bin`, content });
    const { status } = await visitor.call("/send-file", { method: "POST", body: payload, headers });
    answers.set(status, (answers.get(status) ?? 0) + 1);
  }
  visitor.close();
  const taken = answers.get(201) ?? 0;
  const told = [...answers].map(([status, count]) => `${count} × ${status}`).join(", ");
  // Half of them fit.
  const through =
    taken <= most / 2 && (answers.get(413) ?? 0) >= most / 2 ? [] : [`POST /send-file: ${told}`];
  return { tried: most - through.length, told, through };
}
