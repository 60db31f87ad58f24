/** The sample company's gateway for SMS, and a client who writes over it. */

import { demoPhone } from "./demo-phone.ts";
import { accept, signIn } from "./desk-client.ts";
import type { Simulated } from "./mails.ts";
import { samplePassword } from "./plant.ts";

export async function furnishGateway(url: string, { control }: Simulated): Promise<void> {
  const account = control.accounts().find(({ platform }) => platform === "gateway");
  if (!account) throw new Error("There is no simulated gateway");
  const ingrid = await signIn(url, "ingrid@harbour.example", samplePassword);
  const made = await ingrid.post<{ token: string }>("/create-key", {
    ...{ name: account.name, abilities: ["handInMessages"] },
  });
  control.giveKey(account.id, made.token);
  const { chat } = demoPhone(control, "Amara Okafor");
  await chat.send({ type: "text", text: "Is the 18:40 ferry to Bergen on time today?" });
  const mira = await signIn(url, "mira@harbour.example", samplePassword);
  const ticketid = await accept(mira, "Amara Okafor");
  const content = "Hi Amara, it leaves at 18:55. We will text you if that changes.";
  await mira.post("/send-message", { ticketid, content, messageid: crypto.randomUUID() });
  await chat.waitFor(({ side }) => side === "bot", 15_000);
  await chat.send({ type: "text", text: "Thank you, that helps." });
}
