/** Visitors of the sample company's website: one is answered, one waits, one was helped and left three stars. */
import { randomBytes, randomUUID } from "node:crypto";
import type { ChannelRow } from "@parley/contract/channels";
import type { Department } from "@parley/contract/departments";
import type { VisitorConversation, VisitorSend } from "@parley/contract/visitors";
import type { Widget, WidgetSettings } from "@parley/contract/widget";
import { accept, type DeskClient, signIn } from "./desk-client.ts";
import { mergeLiesbeth, proposeLucia } from "./known.ts";
import { samplePassword } from "./plant.ts";

const look: Partial<WidgetSettings> = {
  page: true,
  texts: {
    en: { greeting: "Where would you like to go?", intro: "Bookings, refunds, groups: ask us anything." },
    nl: { greeting: "Waar wil je naartoe?" },
  },
  asks: { name: "optional", email: "optional", topic: "no" },
};

/** They write over the company's web chat, which is connected for these pages unless it is already. */
export async function furnishVisitors(url: string, website = "https://harbour.example"): Promise<void> {
  const [ingrid, mira, jonas] = (await Promise.all(
    ["ingrid", "mira", "jonas"].map((name) => signIn(url, `${name}@harbour.example`, samplePassword)),
  )) as [DeskClient, DeskClient, DeskClient];
  const widget = await prepareWidget(ingrid, website);
  const { key, settings } = widget;
  const [site = website] = settings.origins;

  const nina = openBrowser(url, key);
  await nina.write("Hello! Is the boat trip on Thursday still on?", {
    name: "Nina Berger",
    email: "nina.berger@example.com",
    page: { url: `${site}/trips/fjords?day=thursday`, title: "Fjords", referrer: "https://search.example/" },
    language: "de-AT",
    zone: "Europe/Vienna",
  });
  const ninas = await accept(mira, "Nina Berger");
  await say(mira, ninas, "Good morning Nina! Yes, the forecast is calm. We leave at 09:30 from pier 4.");
  await nina.write("Perfect. Can I still add my daughter, she is six?");

  const tom = openBrowser(url, key);
  await tom.write("My transfer was cancelled. How do I get the money back?", {
    name: "Tom Ashworth",
    page: { url: `${site}/`, title: "Harbour Travel" },
    language: "en-GB",
  });
  const toms = await accept(jonas, "Tom Ashworth");
  await say(jonas, toms, "I am sorry about that. It leaves us today and is with you within three days.");
  await tom.write("That was quick, thank you!");
  await jonas.post("/close-ticket", { ticketid: toms });
  await tom.post("rate", { conversation: toms, stars: 3 });

  await openBrowser(url, key).write("Zijn er in mei nog plaatsen voor vier personen?", {
    page: { url: `${site}/trips/barcelona`, title: "Barcelona" },
    language: "nl-NL",
  });
  const place = { widget, origin: site, openBrowser: () => openBrowser(url, key) };
  await mergeLiesbeth({ ingrid, jonas }, place);
  await proposeLucia({ ingrid, jonas }, place);
}

const say = (agent: DeskClient, ticketid: string, content: string) =>
  agent.post("/send-message", { ticketid, content, isagent: true });

async function prepareWidget(admin: DeskClient, website: string): Promise<Widget> {
  const rows = await admin.get<ChannelRow[]>("/channels");
  const { channelid } =
    rows.find(({ platform }) => platform === "web") ??
    (await admin.post<ChannelRow>("/channels/web/connect", { name: "harbour.example", origins: [website] }));
  const departments = await admin.get<Department[]>("/auth/get-departments");
  const bookings = departments.find((one) => one.department_name === "Bookings");
  await admin.post(`/channels/${channelid}/update`, { departmentid: bookings?.departmentid });
  const { settings } = await admin.get<Widget>(`/channels/${channelid}/widget`);
  return admin.post<Widget>(`/channels/${channelid}/widget`, { ...settings, ...look });
}

type First = NonNullable<VisitorSend["first"]>;

export type VisitorBrowser = {
  post<Answer>(call: string, body: object): Promise<Answer>;
  /** Answers the id of the conversation, which is its ticket's. */
  write(content: string, first?: First): Promise<string>;
};

/** A visitor's browser with the frame of the chat open. */
function openBrowser(url: string, key: string): VisitorBrowser {
  const token = `wv_${randomBytes(32).toString("base64url")}`;
  let conversation: string | null = null;
  const post = async <Answer>(call: string, body: object): Promise<Answer> => {
    const response = await fetch(`${url}/visitor/${key}/${call}`, {
      method: "POST",
      headers: {
        authorization: `Visitor ${token}`,
        "content-type": "application/json",
        "user-agent": "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0",
      },
      body: JSON.stringify(body),
      signal: AbortSignal.timeout(10_000),
    });
    if (!response.ok) throw new Error(`${call} answered ${response.status}: ${await response.text()}`);
    return (await response.json()) as Answer;
  };
  return {
    post,
    async write(content: string, first?: First): Promise<string> {
      const message = {
        messageid: randomUUID(),
        conversation,
        type: "text",
        content,
        ...(first && { first }),
      };
      const sent = await post<{ conversation: VisitorConversation }>("send", message);
      conversation = sent.conversation.id;
      return conversation;
    },
  };
}
