/** This morning's mail: a thread with HTML and files between several people, a vacation note and a bounce. */
import type { ChatAnswer, Message } from "@parley/contract/messages";
import type { Control } from "../../simulator/src/control.ts";
import { mailWorldOf } from "../../simulator/src/email/world.ts";
import type { Network } from "../../simulator/src/network.ts";
import type { MailAddress, PhoneChat } from "../../simulator/src/phone.ts";
import { demoPhone } from "./demo-phone.ts";
import { accept, type DeskClient } from "./desk-client.ts";

type Desk = { mira: DeskClient; jonas: DeskClient };
export type Simulated = { control: Control; network: Network };

export async function furnishMail({ mira, jonas }: Desk, simulated: Simulated): Promise<void> {
  const phoneOf = (name: string) => demoPhone(simulated.control, name).chat;
  await wrongHotel(mira, phoneOf("Olivia Grant"));
  await changedDates(jonas, phoneOf("Lucía Ortega"), simulated);
  await unreachable(jonas, phoneOf("Joris Bakker"));
}

async function wrongHotel(mira: DeskClient, olivia: PhoneChat): Promise<void> {
  const husband = { name: "Edward Grant", address: "edward.grant@mail.example" };
  await olivia.send({
    type: "photo",
    file: { sample: "boardingPass" },
    caption:
      "Good morning,\n\nthe confirmation of HT-20944 names the Hotel Miramar. We booked the Hotel Sol, with breakfast, and our friends are there too. Could you look into it?\n\nKind regards\nOlivia Grant",
    mail: {
      subject: "Wrong hotel in HT-20944",
      cc: [husband],
      html: `<p>Good morning,</p><p>the confirmation of <b>HT-20944</b> names the Hotel Miramar. We booked:</p>
<ul><li>Hotel Sol, two nights from 12 June</li><li>with breakfast</li></ul>
<p>Our friends are there too. Could you look into it?</p><p>Kind regards<br>Olivia Grant</p>`,
    },
  });
  const ticketid = await accept(mira, "Olivia Grant");
  await answer(mira, ticketid, olivia, {
    to: [],
    cc: [husband],
    html: `<p>Dear Ms Grant,</p><p>I am sorry for the mix-up. The <b>Hotel Sol</b> has a room for you on both nights, breakfast included. Nothing changes in the price.</p>
<p>Kind regards<br>Mira Halvorsen</p>`,
  });
  await olivia.send({
    type: "text",
    text: "Thank you, Mira! That was quick. Will we get a new confirmation?",
    mail: { all: true },
  });
  await settle(mira, ticketid, (messages) => messages.some(({ content }) => content.includes("quick")));
}

async function changedDates(jonas: DeskClient, lucia: PhoneChat, { control, network }: Simulated) {
  const { person } = demoPhone(control, "Lucía Ortega");
  await lucia.send({
    type: "text",
    text: "Buenos días:\n\n¿Sería posible adelantar el viaje a Palma al 3 de mayo? La reserva es HT-20977.\n\nUn saludo\nLucía Ortega",
    mail: { subject: "Cambio de fechas HT-20977" },
  });
  const ticketid = await accept(jonas, "Lucía Ortega");
  mailWorldOf(network).away.set(
    person.id,
    "Estoy de vacaciones hasta el lunes y leeré su correo a la vuelta.",
  );
  await answer(jonas, ticketid, lucia, {
    html: "<p>Buenos días, Lucía:</p><p>Sí, hay plazas el 3 de mayo. ¿Lo cambiamos?</p><p>Un saludo<br>Jonas Weber</p>",
  });
  await settle(jonas, ticketid, (messages) => messages.some(({ mail }) => mail?.marks.includes("automatic")));
}

/** His mailbox accepts no more mails from us. */
async function unreachable(jonas: DeskClient, joris: PhoneChat): Promise<void> {
  await joris.send({
    type: "text",
    text: "Goedendag,\n\nkunt u mij de factuur van HT-20820 nog eens sturen?\n\nMet vriendelijke groet\nJoris Bakker",
    mail: { subject: "Factuur HT-20820" },
  });
  const ticketid = await accept(jonas, "Joris Bakker");
  joris.block();
  await send(jonas, ticketid, { html: "<p>Goedendag, de factuur vindt u in de bijlage.</p>" });
  await settle(jonas, ticketid, (messages) => messages.some(({ status }) => status === "failed"));
}

type Written = { to?: MailAddress[]; cc?: MailAddress[]; html: string };

async function answer(agent: DeskClient, ticketid: string, phone: PhoneChat, written: Written) {
  const { messageid } = await send(agent, ticketid, written);
  await phone.waitFor(({ externalId }) => externalId?.includes(messageid) ?? false, 10_000);
  await settle(agent, ticketid, (messages) => messages.every(({ status }) => status !== "queued"));
}

/** Sends to the writer of the last mail. */
async function send(agent: DeskClient, ticketid: string, { cc = [], html }: Written): Promise<Message> {
  const last = (await messagesOf(agent, ticketid)).findLast(({ mail, isagent }) => mail && !isagent);
  if (!last?.mail) throw new Error("There is no mail to answer");
  const { subject, from } = last.mail;
  return agent.post<Message>("/send-mail", {
    ...{ ticketid, to: [from], cc, bcc: [], html, fileids: [] },
    subject: /^re:/i.test(subject) ? subject : `Re: ${subject}`,
  });
}

async function messagesOf(agent: DeskClient, ticketid: string): Promise<Message[]> {
  const { selectedSections } = await agent.get<ChatAnswer>(`/${ticketid}/1/chat`);
  return Object.values(selectedSections).flat() as Message[];
}

/** Waits until the conversation matches: mail takes a moment both ways. */
async function settle(
  agent: DeskClient,
  ticketid: string,
  wanted: (messages: Message[]) => boolean,
): Promise<void> {
  for (let tries = 0; tries < 200; tries++) {
    if (wanted(await messagesOf(agent, ticketid))) return;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  throw new Error("A mail did not arrive as wanted");
}
