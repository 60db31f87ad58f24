/**
 * Two conversations on a channel with a reply window: one closed two hours ago, one with two hours left; and templates
 * to resume the closed one.
 */

import { findChannel, openChannel } from "../../server/src/channels/accounts/find.ts";
import { receive } from "../../server/src/channels/inbound/receive.ts";
import type { Context } from "../../server/src/floor/context.ts";
import { acrossCompanies, inCompany } from "../../server/src/floor/database/scope.ts";
import type { Simulator } from "../../simulator/src/server.ts";
import { plantTemplate as plantAtProvider } from "../../simulator/src/whatsapp/templates.ts";
import { plantTemplate } from "../world/templates.ts";
import { demoPhone } from "./demo-phone.ts";

const minute = 60_000;

const written = [
  {
    name: "Johan van Wyk",
    minutesAgo: 26 * 60,
    says: [
      "Goeie môre, ek wil graag die toer na die Sewe Mere bespreek.",
      "Saterdag pas ons die beste, ons is drie.",
    ],
  },
  {
    name: "Hannah Clarke",
    minutesAgo: 22 * 60 + 3,
    says: [
      "Hello, is the boat trip on Thursday still on?",
      "The forecast says strong wind in the afternoon.",
    ],
  },
] as const;

const company = "Harbour Travel";

/** Approved templates, with which the closed conversation can be resumed. */
const templates = [
  ["follow_up", "Hello {{client}}, we have news about your question. May we continue here?"],
  [
    "booking_confirmed",
    "Hello {{client}}, your booking is confirmed. Reply to this message if anything is missing.",
  ],
] as const;

/** These clients stay silent: a reply window would open again, and spam and a wrong number ask for a seat. */
export const silent = [...written.map(({ name }) => name as string), "Lucky Winner", "Otto Brandt"];

/** The simulator's clock, which goes back for yesterday's messages. */
export type SampleClock = { behind: number; now(): number };

export const sampleClock = (): SampleClock => ({
  behind: 0,
  now() {
    return Date.now() - this.behind;
  },
});

/** Phone and desk get the same messages, each with its past time. */
export async function plantReplyWindows(
  context: Context,
  { control, network }: Pick<Simulator, "control" | "network">,
  clock: SampleClock,
): Promise<void> {
  for (const { name, minutesAgo, says } of written) {
    const { account, chat } = demoPhone(control, name);
    const channel = await channelOf(context, account.externalId);
    control.hold(account.id);
    for (const [index, text] of says.entries()) {
      clock.behind = (minutesAgo - index) * minute;
      const sentOn = new Date(clock.now());
      const { externalId = "" } = await chat.send({ type: "text", text });
      const from = { externalId: chat.externalId, name, username: null, lang: null };
      const plain = { caption: null, media: null, album: null, replyToExternalId: null };
      await receive({ ...context, clock: () => sentOn }, channel, [
        { kind: "message", externalId, from, sentOn, type: "text", content: text, ...plain },
      ]);
    }
    clock.behind = 0;
    control.release(account.id, "lost");
  }
  const { account } = demoPhone(control, written[0].name);
  const { id, companyId } = await channelOf(context, account.externalId);
  await inCompany(context, { kind: "desk", companyId }, async (scope) => {
    for (const [name, body] of templates) {
      await plantTemplate(scope, id, { name, components: componentsOf(body) });
      plantAtProvider(network, String(account.connect.waba_id), {
        name,
        components: [
          { type: "BODY", text: body },
          { type: "FOOTER", text: company },
        ],
      });
    }
  });
}

const componentsOf = (body: string) => ({
  ...{ header: null, body, footer: company, buttons: [], other: false },
  variables: [{ part: "body" as const, name: "client", sample: "Johan" }],
});

async function channelOf(context: Context, externalId: string) {
  const { id } = await acrossCompanies(context, (db) =>
    db.selectFrom("channel").select("id").where("external_id", "=", externalId).executeTakeFirstOrThrow(),
  );
  const row = await findChannel(context, id);
  if (!row) throw new Error("The channel is not there");
  return openChannel(row, context.secrets);
}
