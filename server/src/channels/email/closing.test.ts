/** The mails that closing a ticket sends, and the copy of sent mails. */
import type { Ticket } from "@parley/contract/tickets";
import PostalMime from "postal-mime";
import { afterAll, beforeAll, expect, test } from "vitest";
import { connectMailbox, type MailAccount } from "../../../../test/world/mail-account.ts";
import { type Submission, startSubmission } from "../../../../test/world/submission.ts";
import { createWorld, type World } from "../../../../test/world.ts";
import { sweepAutomatic } from "../../support/automatic/run.ts";
import { ratingQuestion } from "../../support/tickets/rating-question.ts";
import { findChannel, openChannel } from "../accounts/find.ts";
import { findInSent } from "./imap/sent.ts";

let world: World;
let server: Submission;
let desk: MailAccount;
beforeAll(async () => {
  world = await createWorld({ env: { MAIL_PRIVATE_HOSTS: "127.0.0.1" } });
  server = await startSubmission({ size: 200_000 });
  const smtp = { host: "127.0.0.1", port: server.port, secure: false, user: "desk", password: "secret" };
  desk = await connectMailbox(world, { credentials: { smtp } });
});
afterAll(async () => {
  await server.close();
  await world.close();
});

async function closeTicketOf(from: string, headers: string[] = []): Promise<string> {
  server.taken.length = 0;
  await desk.receive({ from, headers });
  const { id } = await world.desk("harbour", ({ db }) =>
    db.selectFrom("ticket").select("id").where("client_external_id", "=", from).executeTakeFirstOrThrow(),
  );
  await world.as("mira").post("/acceptTicket", { ticketid: id });
  expect((await world.as("mira").post("/close-ticket", { ticketid: id })).statusCode).toBe(200);
  await world.drain();
  return id;
}

test("a closing mail asks for stars by links, and says that no person wrote it", async () => {
  const id = await closeTicketOf("olena@pier.example");
  const [mail] = server.taken;
  expect(mail?.raw).toMatch(/^Auto-Submitted: auto-replied/m);
  expect(mail?.raw).toMatch(/^X-Auto-Response-Suppress: All/m);
  const raw = (mail?.raw ?? "").replace(/=\r\n/g, "");
  expect(raw.match(new RegExp(`/stars/${id}/[123]/`, "g"))?.length).toBeGreaterThanOrEqual(3);
});

test.each([
  ["as the mail program says", "ana@pier.example", ["Content-Language: es-MX, en"], "es"],
  ["by the country of the address", "boris@pier.bg", [], "bg"],
  ["else in English", "ada@pier.example", [], "en"],
])("the question for stars is in the client's language: %s", async (_how, from, headers, language) => {
  await closeTicketOf(from, headers);
  const { text } = await PostalMime.parse(server.taken[0]?.raw ?? "");
  expect(text).toContain(ratingQuestion(language));
});

/** Switches a greeting on. Returns its id. */
async function greet(): Promise<string> {
  const settings = {
    ...{ name: "Greeting", occasion: "conversation_begins", enabled: true, delay: 0, closes: false },
    ...{ channelids: [], departmentids: [], default_language: "en", texts: { en: "Thank you." } },
    ...{ template: null, template_variables: [] },
  };
  const made = await world.as("ingrid").post("/automatic-messages", settings);
  world.clock.advance(1000);
  return made.json<{ automaticid: string }>().automaticid;
}

/** Sends what is due. */
async function answer(): Promise<void> {
  await world.drain();
  world.clock.advance(1000);
  await sweepAutomatic(world.context);
  await world.drain();
}

test("a sender who may be forged gets no automatic answer and no stars, one who is not gets both", async () => {
  const automaticid = await greet();
  for (const [from, verdict] of [
    ["forged@pier.example", "fail"],
    ["right@pier.example", "none"],
  ] as const) {
    await desk.receive({ from, headers: [`Authentication-Results: mx.harbour.example; dmarc=${verdict}`] });
    await answer();
  }
  const answered = server.taken.map(({ to }) => to);
  expect(answered).toContainEqual(["right@pier.example"]);
  expect(answered).not.toContainEqual(["forged@pier.example"]);
  await world.as("ingrid").delete(`/automatic-messages/${automaticid}`);
  await closeTicketOf("forged@pier.example", ["Authentication-Results: mx.harbour.example; dmarc=fail"]);
  expect(server.taken.map(({ to }) => to)).not.toContainEqual(["forged@pier.example"]);
});

test("a website's form gets no automatic answer, for nothing shows whose address was typed into it", async () => {
  const automaticid = await greet();
  server.taken.length = 0;
  await desk.receive({
    from: "Shop Form <noreply@shop.example>",
    headers: ["Reply-To: Ann <ann@pier.example>"],
  });
  await answer();
  expect(server.taken).toEqual([]);
  await world.as("ingrid").delete(`/automatic-messages/${automaticid}`);
});

test.each(["Auto-Submitted: auto-replied", "Precedence: bulk", "List-Id: <news.pier.example>"])(
  "a machine is sent no question for stars: %s",
  async (header) => {
    await closeTicketOf(`${header.slice(0, header.indexOf(":")).toLowerCase()}@pier.example`, [header]);
    expect(server.taken).toEqual([]);
  },
);

test("a sent mail is also in the mailbox's own Sent folder", async () => {
  const account = world.telegram.control.createAccount({ platform: "email", name: "Harbour Desk" });
  const connected = await world.as("ingrid").post("/channels/email/connect", {
    ...account.connect,
    departmentid: world.departments.bookings.id,
  });
  expect(connected.statusCode, connected.body).toBe(200);
  const { channelid } = connected.json<{ channelid: string }>();
  const answer = await world.as("mira").post("/start-conversation", {
    channelid,
    to: "olena@pier.example",
    mail: { subject: "Your booking", html: "<p>Is it right?</p>" },
  });
  await world.drain();
  const row = await findChannel(world.context, channelid);
  if (!row) throw new Error("The account is not connected");
  const { external_id } = await world.desk("harbour", ({ db }) =>
    db
      .selectFrom("message")
      .select("external_id")
      .where("ticket_id", "=", answer.json<Ticket>().ticketid)
      .executeTakeFirstOrThrow(),
  );
  const channel = openChannel(row, world.context.secrets);
  const signal = AbortSignal.timeout(10_000);
  expect(await findInSent(world.context.config, channel, external_id ?? "", signal)).toBe(true);
});

test("a machine without marks that answers each mail in a new thread gets two automatic messages a day", async () => {
  await greet();
  server.taken.length = 0;
  const write = async (from: string) => {
    await desk.receive({ from, subject: `Out of the office ${server.taken.length}` });
    await answer();
  };
  for (let times = 0; times < 4; times += 1) await write("machine@pier.example");
  expect(server.taken.map(({ to }) => to)).toEqual([["machine@pier.example"], ["machine@pier.example"]]);
  await write("person@pier.example");
  expect(server.taken).toHaveLength(3);
  // Sessions end meanwhile, so this is the last test.
  world.clock.advance(25 * 3_600_000);
  await write("machine@pier.example");
  expect(server.taken).toHaveLength(4);
});
