/** Delivers the desk's submissions to people's phones and other mailboxes, or bounces them. */
import type { Network } from "../network.ts";
import { bounce } from "./bounce.ts";
import { handOver } from "./hand-over.ts";
import { headerValues } from "./headers.ts";
import type { Mailbox } from "./mailbox.ts";
import { MailPhone } from "./phone.ts";
import type { Submission } from "./post-office.ts";
import { showMail } from "./show.ts";
import { mailWorldOf, personAt } from "./world.ts";

export async function receive(network: Network, { mailbox, from, to, raw }: Submission): Promise<void> {
  for (const address of to) await receiveOne(network, { mailbox, from, raw }, address);
}

async function receiveOne(
  network: Network,
  { mailbox, from, raw }: Omit<Submission, "to">,
  to: string,
): Promise<void> {
  const { office, logs } = mailWorldOf(network);
  const target = office.find(to);
  if (target) return handOver(network, target, { from, to, raw, dmarc: "pass" });
  const person = personAt(network, to);
  if (!person || person.deactivatedOn !== undefined || isRefused(network, mailbox, to)) {
    const status = person ? "5.7.1" : "5.1.1";
    const says = person ? `550 ${status} Rejected by the recipient` : `550 ${status} User unknown`;
    return bounce(network, mailbox, { from, to, raw, status, says });
  }
  const shown = await showMail(network, logs.of(mailbox.id, person.user.id), raw);
  await answerAway(network, new MailPhone(network, mailbox, person), shown.id, raw);
}

const isRefused = (network: Network, { id }: Mailbox, address: string): boolean =>
  mailWorldOf(network).refusing.get(id)?.has(address.toLowerCase()) ?? false;

/** Sends a vacation note, except to automatic mail (RFC 3834 §2). */
async function answerAway(network: Network, phone: MailPhone, replyTo: number, raw: Buffer): Promise<void> {
  const note = mailWorldOf(network).away.get(phone.person.user.id);
  const [automatic = "no"] = headerValues(raw, "auto-submitted");
  if (note === undefined || automatic !== "no") return;
  const headers = { "Auto-Submitted": "auto-replied", "X-Autoreply": "yes" };
  await phone.send({ type: "text", text: note, replyTo, mail: { headers, envelopeFrom: "" } });
}

/** Records it among the requests, like a provider's call. */
export function recordSubmission(network: Network, { mailbox, to, raw }: Submission): void {
  const person = to.map((address) => personAt(network, address)).find(Boolean);
  network.requests.begin({
    at: new Date(network.now()).toISOString(),
    bot: mailbox.id,
    token: mailbox.address,
    method: "smtp.data",
    verb: "SMTP",
    params: { chat_id: person?.user.id, to, messageId: headerValues(raw, "message-id")[0] },
  });
}
