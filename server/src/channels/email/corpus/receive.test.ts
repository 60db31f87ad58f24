/** The corpus as received: the ticket a mail belongs to, and the parts that the message keeps. */
import { limits } from "@parley/contract/limits";
import { afterAll, beforeAll, expect, test } from "vitest";
import { connectMailbox } from "../../../../../test/world/mail-account.ts";
import { createWorld, type World } from "../../../../../test/world.ts";
import { receiveMail } from "../receive-mail.ts";
import { corpus } from "./corpus.ts";
import { credentialsOf, type Expected, olena, type Receiving } from "./sample.ts";

let world: World;
let mailboxes = 0;
beforeAll(async () => {
  world = await createWorld();
});
afterAll(() => world.close());

/** Each mail has its own mailbox, so that no other mail of the corpus is known there. */
async function mailbox(receiving?: Receiving) {
  mailboxes += 1;
  const address = `help${mailboxes}@desk.example`;
  const desk = await connectMailbox(world, { address, credentials: credentialsOf(receiving) });
  const { authservId } = receiving ?? {};
  return authservId ? { ...desk, options: { authservId } } : desk;
}

const rowsOf = (channelId: string) =>
  world.desk("harbour", ({ db }) =>
    db
      .selectFrom("message")
      .innerJoin("message_mail as mail", "mail.message_id", "message.id")
      .select(["message.ticket_id", "message.content", "message.is_agent", "mail.why", "mail.marks"])
      .select(({ selectFrom }) =>
        selectFrom("message_file as file")
          .whereRef("file.message_id", "=", "message.id")
          .select(({ fn }) => fn.countAll<string>().as("files"))
          .as("files"),
      )
      .where("message.channel_id", "=", channelId)
      .orderBy("message.seq")
      .execute(),
  );

function marksOf({ authentication, automatic, bounce, problems, text }: Expected): string[] {
  const held: [string, boolean][] = [
    ["unverified", authentication === "fail"],
    ["automatic", automatic !== undefined || bounce !== undefined],
    ["list", automatic === "list"],
    ["large", text.length > limits.messageText],
    ["header_only", (problems ?? []).includes("too_large")],
    ["bounce", bounce !== undefined],
  ];
  return held.flatMap(([mark, holds]) => (holds ? [mark] : []));
}

/**
 * `corpus.test.ts` reads every mail. Of those that differ by their language alone one is received; `CORPUS=all` receives
 * every one.
 */
const kinds = new Map(
  corpus.map((sample) => {
    const { name, expected } = sample;
    const [kind] = name.split(",");
    return [JSON.stringify([kind, marksOf(expected), expected.ticket, expected.files?.length]), sample];
  }),
);
const received = process.env.CORPUS === "all" ? corpus : [...kinds.values()];

test.each(received)("$name is received as expected", async ({ raw, expected, receiving }) => {
  const desk = await mailbox(receiving);
  const same = expected.ticket === "same";
  if (same) await desk.receive({ from: `${olena.name} <${olena.address}>`, id: "<first@mail.example>" });
  await receiveMail(world.context, desk, { raw, receivedOn: world.clock.now(), cursor: null });
  const rows = await rowsOf(desk.id);
  expect(rows).toHaveLength(same ? 2 : 1);
  expect(new Set(rows.map(({ ticket_id }) => ticket_id)).size).toBe(1);
  const [message] = rows.slice(-1);
  expect(message?.why).toEqual(same ? { kind: "reference", of: "<first@mail.example>" } : { kind: "new" });
  expect(message?.marks).toEqual(marksOf(expected));
  expect(message?.is_agent).toBe(false);
  expect(Number(message?.files)).toBe(expected.files?.length ?? 0);
  if (expected.text && expected.text.length <= limits.messageText)
    expect(message?.content).toBe(expected.text);
});
