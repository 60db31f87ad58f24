/** A morning that has already begun: conversations under way, one closed with three stars, some waiting. */
import { randomUUID } from "node:crypto";
import type { ChannelRow } from "@parley/contract/channels";
import type { Leaf } from "@parley/contract/conditions/tree";
import type { Field } from "@parley/contract/fields";
import type { ChatAnswer } from "@parley/contract/messages";
import type { NotificationsAnswer } from "@parley/contract/notifications";
import type { TagColour } from "@parley/contract/tag-colours";
import type { Tag, TagList } from "@parley/contract/tags";
import type { Ticket } from "@parley/contract/tickets";
import type { PhoneChat } from "../../simulator/src/phone.ts";
import { demoPhone } from "./demo-phone.ts";
import { accept, type DeskClient, signIn } from "./desk-client.ts";
import { plantGoals } from "./goals.ts";
import { splitOff } from "./known.ts";
import { furnishMail, type Simulated } from "./mails.ts";
import { plantOrganisations } from "./organisations.ts";
import { samplePassword } from "./plant.ts";
import { plantRouting } from "./routing.ts";
import { plantRules } from "./rules.ts";

export async function furnish(url: string, { control, network }: Simulated): Promise<void> {
  const phoneOf = (name: string) => demoPhone(control, name).chat;
  const mira = await signIn(url, "mira@harbour.example", samplePassword);
  const jonas = await signIn(url, "jonas@harbour.example", samplePassword);

  const dimitar = phoneOf("Dimitar Petrov");
  await write(dimitar, "Здравейте! Резервирах HT-20874, но виждам две такси на картата.");
  await dimitar.send({ type: "photo", file: { sample: "boardingPass" }, caption: "Ето потвърждението." });
  const dimitars = await accept(mira, "Dimitar Petrov");
  await answer(
    mira,
    dimitars,
    dimitar,
    "Hi Dimitar, thanks for writing. I see a deposit and a balance charge.",
  );
  await answer(mira, dimitars, dimitar, "The balance was taken early. I’ll have it reversed today.");
  dimitar.react(dimitar.messages().at(-1)?.id ?? 0, "🙏");
  await write(dimitar, "Благодаря!");
  await dimitar.send({ type: "voice" });

  const eleanor = phoneOf("Eleanor Whitcombe");
  await write(eleanor, "Could you send me the invoice for HT-20511?");
  const eleanors = await accept(jonas, "Eleanor Whitcombe");
  await answer(jonas, eleanors, eleanor, "Of course. It is on its way to your e-mail address.");
  await write(eleanor, "Got it, wonderful service. Thank you!");
  await settle(jonas, eleanors, (ticket) => ticket.last_seq >= 3);
  await jonas.post("/close-ticket", { ticketid: eleanors });
  const question = await eleanor.waitFor((message) => message.buttons !== undefined);
  const stars = question.buttons?.flat().at(-1)?.text ?? "";
  eleanor.press(question.id, stars);

  const liesbeth = phoneOf("Liesbeth de Vries");
  await write(liesbeth, "Goedemorgen, kan ik nog een koffer bijboeken?");
  const liesbeths = await accept(jonas, "Liesbeth de Vries");
  await answer(jonas, liesbeths, liesbeth, "Good morning Liesbeth! Yes, one suitcase up to 23 kg is € 35.");
  await write(liesbeth, "Dank je, dat werkt!");

  await phoneOf("Rosa Martínez").send({ type: "location", latitude: 41.3784, longitude: 2.1925 });
  await write(phoneOf("Rosa Martínez"), "Estoy aquí, ¿dónde está el punto de encuentro?");
  await write(phoneOf("西村 さくら"), "予約番号は HT-20931 です。");
  await write(phoneOf("Aylin Kaya"), "Our flight moved to 06:10, can the pickup come earlier?");
  await write(phoneOf("Aylin Kaya"), "There are four of us with two suitcases.");
  await write(phoneOf("Мария Соколова"), "Добрый день! Нужна ли виза ребёнку?");
  await phoneOf("Радостина Илиева").send({ type: "document" });
  await write(phoneOf("Радостина Илиева"), "Здравейте, това е ваучерът. Валиден ли е още?");
  const radostinas = await accept(mira, "Радостина Илиева");
  await answer(
    mira,
    radostinas,
    phoneOf("Радостина Илиева"),
    "Здравейте! Да, валиден е до края на годината.",
  );
  await tag(jonas, liesbeths, ["Luggage", "orange"]);
  await tag(
    mira,
    dimitars,
    ["Refund", "red"],
    ["Regular client", "green"],
    ["Invoice", "blue"],
    ["Overbooked", "purple"],
  );
  await views(url, mira);
  await fields(url, mira, dimitars);
  await tagClient(mira, dimitars, "Regular client");
  await mira.post("/ticket/set-priority", { ticketid: dimitars, priority: "high" });
  const hannahs = await accept(mira, "Hannah Clarke");
  await mira.post("/ticket/set-priority", { ticketid: hannahs, priority: "urgent" });
  const johans = await accept(mira, "Johan van Wyk");
  await mira.post("/snooze-ticket", { ticketid: johans, until: "tomorrow" });
  await mira.ticketOf("Aylin Kaya");
  await followed(jonas, radostinas, phoneOf("Радостина Илиева"));
  await splitOff(mira, radostinas, phoneOf("Радостина Илиева"));
  await mira.post("/schedule-message", {
    ...{ ticketid: radostinas, messageid: randomUUID(), leaves: "tomorrow" },
    content: "Добро утро! Потвърдих ваучера при партньора, той ще ви очаква.",
  });
  await spam(jonas, phoneOf("Lucky Winner"));
  const ingrid = await signIn(url, "ingrid@harbour.example", samplePassword);
  await deleted(ingrid, phoneOf("Otto Brandt"), "Otto Brandt");
  await shareBubbles(ingrid);
  await plantOrganisations(ingrid);
  await trustMailServer(ingrid);
  await furnishMail({ mira, jonas }, { control, network });
  await colleagues(mira, jonas, dimitars);
  await plantRules({ admin: ingrid, agent: mira, urgent: hannahs, usual: radostinas });
  await plantGoals(ingrid);
  await write(phoneOf("Gloria Campos"), "Buenos días, ¿cuándo llega el reembolso de HT-20645?");
  await plantRouting(ingrid, "Gloria Campos");
}

const write = (phone: PhoneChat, text: string) => phone.send({ type: "text", text });

/** An agent follows a colleague's ticket, and finds in the inbox what its client writes. */
async function followed(agent: DeskClient, ticketid: string, client: PhoneChat): Promise<void> {
  await agent.post("/follow-ticket", { ticketid });
  await write(client, "Благодаря, ще пътуваме през май.");
  const hasLine = async () => {
    const { sections } = await agent.get<NotificationsAnswer>("/notifications");
    return Object.values(sections)
      .flat()
      .some((line) => line.followed && line.ticketid === ticketid);
  };
  for (let tries = 0; tries < 100; tries++) {
    if (await hasLine()) return;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  throw new Error("A follower was not told");
}

/** The client writes once more, which stays in the closed ticket without a notice. */
async function spam(agent: DeskClient, client: PhoneChat): Promise<void> {
  await write(client, "You have won a lighthouse! Click here.");
  const ticketid = await accept(agent, "Lucky Winner");
  await agent.post("/mark-spam", { ticketid });
  await write(client, "Only today!");
}

/** The desk believes what the company's mail server finds of a sender: such an address is proven. */
async function trustMailServer(admin: DeskClient): Promise<void> {
  const accounts = await admin.get<ChannelRow[]>("/channels");
  const mailbox = accounts.find(({ platform }) => platform === "email");
  if (mailbox)
    await admin.post(`/channels/${mailbox.channelid}/mailbox`, { authserv_id: "mx.harbour.example" });
}

/** A ticket that an administrator has deleted and can restore. */
async function deleted(admin: DeskClient, client: PhoneChat, name: string): Promise<void> {
  await write(client, "Sorry, wrong number.");
  const { ticketid } = await admin.ticketOf(name);
  await admin.post("/admin/delete-ticket", { ticketid });
}

/** Defines a field of tickets and one of clients, and fills them in. */
async function fields(url: string, agent: DeskClient, ticketid: string) {
  const ingrid = await signIn(url, "ingrid@harbour.example", samplePassword);
  const reasons = ["Booking", "Payment", "Complaint"].map((name) => ({ name }));
  const reason = { owner: "ticket", name: "Reason", type: "choice", choices: reasons };
  const { fieldid, choices } = await ingrid.post<Field>("/admin/create-field", reason);
  const since = { owner: "client", name: "Client since", type: "date" };
  const ofClient = await ingrid.post<Field>("/admin/create-field", since);
  const { clientid } = await agent.get<Ticket>(`/tickets/${ticketid}`);
  await agent.post("/ticket/set-field", { ticketid, fieldid, value: choices[1]?.choiceid });
  await agent.post("/client/set-field", { clientid, fieldid: ofClient.fieldid, value: "2019-05-02" });
}

/** Puts a tag that is made on the ticket's client. */
async function tagClient(agent: DeskClient, ticketid: string, name: string) {
  const { clientid } = await agent.get<Ticket>(`/tickets/${ticketid}`);
  const { tags } = await agent.get<TagList>("/tags");
  const add = tags.filter((one) => one.name === name).map(({ tagid }) => tagid);
  await agent.post("/client/change-tags", { clientid, add });
}

/** Makes the tags that are new, and puts all on the ticket. */
async function tag(agent: DeskClient, ticketid: string, ...tags: [name: string, colour: TagColour][]) {
  const known = (await agent.get<TagList>("/tags")).tags;
  const add: string[] = [];
  for (const [name, colour] of tags) {
    const tag =
      known.find((one) => one.name === name) ?? (await agent.post<Tag>("/create-tag", { name, colour }));
    add.push(tag.tagid);
  }
  await agent.post("/ticket/change-tags", { ticketid, add });
}

/** A view of Mira's own, and one that the administrator shares with the company. */
async function views(url: string, mira: DeskClient): Promise<void> {
  const { tags } = await mira.get<TagList>("/tags");
  const refund = tags.filter(({ name }) => name === "Refund").map(({ tagid }) => tagid);
  const about: Leaf = { field: "tags", operator: "one_of", value: refund };
  await mira.post("/create-view", { name: "My refunds", condition: { all: [about, handled("me")] } });
  const ingrid = await signIn(url, "ingrid@harbour.example", samplePassword);
  const long: Leaf = {
    field: "unanswered_since",
    operator: "longer_ago",
    value: { amount: 2, unit: "hour" },
  };
  const condition = { all: [long, { not: handled("nobody") }] };
  const shared = { name: "No answer for 2 h", condition, sort: "waiting", audience: "company" };
  await ingrid.post("/create-view", shared);
}

const handled = (value: string): Leaf => ({ field: "handler", operator: "is", value });

/** Saved replies, a pin, and messages between colleagues. */
async function colleagues(mira: DeskClient, jonas: DeskClient, ticketid: string): Promise<void> {
  for (const [name, content] of bubbles) await mira.post("/create-bubble", { name, content });
  const { selectedSections } = await mira.get<ChatAnswer>(`/${ticketid}/1/chat`);
  const pinned = Object.values(selectedSections).flat()[0];
  await mira.post(`/${ticketid}/pin-message`, { messageid: pinned?.messageid });
  await mira.post("/write-note", { ticketid, content: "He pays by invoice, the address is in last year’s." });
  await jonas.post("/write-note", { ticketid, content: "The hotel keeps the room until noon." });
  const { clientid } = await mira.get<Ticket>(`/tickets/${ticketid}`);
  await mira.post("/client/set-note", {
    clientid,
    note: "Pays by invoice. Prefers aisle seats.",
    before: null,
  });
  const people = await mira.get<{ userid: string; first_name: string }[]>("/auth/agents");
  const jonasId = people.find(({ first_name }) => first_name === "Jonas")?.userid ?? "";
  const others = await jonas.get<{ userid: string; first_name: string }[]>("/auth/agents");
  const miraId = others.find(({ first_name }) => first_name === "Mira")?.userid ?? "";
  const say = (from: DeskClient, receiverid: string, content: string) =>
    from.post("/create-private-msg", { receiverid, content, type: "text" });
  await say(mira, jonasId, "Do you still have the rate sheet for the Palma transfers?");
  await say(jonas, miraId, "Yes, the new one is from Monday.");
  await say(jonas, miraId, "Liesbeth asks about a second suitcase, by the way. 23 kg is € 35, right?");
}

const bubbles = [
  ["Greeting", "Good morning, and thank you for writing to Harbour Travel. How can I help?"],
  ["Luggage", "One suitcase up to 23 kg is € 35 each way. You can add it until 24 hours before departure."],
  [
    "Refund on its way",
    "Your refund has left us today. Your bank shows it within two or three working days.",
  ],
  ["Transfer times", "The airport bus leaves every 20 minutes from platform 6 and takes half an hour."],
] as const;

/** Bubbles of the whole company in three languages, one of a department, and a macro. */
async function shareBubbles(ingrid: DeskClient): Promise<void> {
  const tags = (await ingrid.get<{ tags: Tag[] }>("/tags")).tags;
  const refund = tags.find(({ name }) => name === "Refund")?.tagid ?? "";
  const departments =
    await ingrid.get<{ departmentid: string; department_name: string }[]>("/auth/get-departments");
  const bookings = departments.find(({ department_name }) => department_name === "Bookings")?.departmentid;
  for (const [language, content] of [
    ["en", "Good day {{client.first_name}}, this is {{agent.first_name}} of Harbour Travel."],
    ["bg", "Здравейте, {{client.first_name}}! Тук е {{agent.first_name}} от Harbour Travel."],
    ["nl", "Goedendag {{client.first_name}}, u spreekt met {{agent.first_name}} van Harbour Travel."],
  ])
    await ingrid.post("/admin/create-bubble", { name: "Greeting", folder: "Basics", language, content });
  await ingrid.post("/admin/create-bubble", {
    ...{ name: "Change of date", folder: "Bookings", language: "en", departmentid: bookings ?? null },
    content: "I have moved your booking. Your reference stays {{ticket.id}}.",
  });
  await ingrid.post("/admin/create-bubble", {
    ...{ name: "Refunded and closed", folder: "Basics", language: "en" },
    content: "Your refund has left us, {{client.first_name}}. Your bank shows it within three working days.",
    actions: [
      { kind: "tag", add: [refund], remove: [] },
      { kind: "close", silently: false },
    ],
  });
}

async function answer(agent: DeskClient, ticketid: string, phone: PhoneChat, content: string): Promise<void> {
  await agent.post("/send-message", { ticketid, content, isagent: true });
  await phone.waitFor((message) => message.text === content);
  // The phone has the message a moment before the desk knows: a reaction in between would name an unknown message.
  await settle(agent, ticketid, (ticket) => ticket.last_message?.content === content, true);
}

type Facts = Pick<Ticket, "last_seq" | "last_message">;

/** Waits until a ticket matches: a phone's message takes a moment to arrive, and so does a tick. */
async function settle(
  agent: DeskClient,
  ticketid: string,
  wanted: (ticket: Facts) => boolean,
  sent = false,
): Promise<void> {
  for (let tries = 0; tries < 100; tries++) {
    const ticket = await agent.get<Facts>(`/tickets/${ticketid}`);
    if (wanted(ticket) && (!sent || (await allSent(agent, ticketid)))) return;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  throw new Error("A ticket did not become as wanted");
}

async function allSent(agent: DeskClient, ticketid: string): Promise<boolean> {
  const { selectedSections } = await agent.get<ChatAnswer>(`/${ticketid}/1/chat`);
  return Object.values(selectedSections)
    .flat()
    .every(({ status }) => status !== "queued");
}
