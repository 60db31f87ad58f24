/** A mail's HTML in a frame that runs and fetches nothing by itself, and the mail as it came. */
import type { Message } from "@parley/contract/messages";
import { afterAll, beforeAll, expect, test } from "vitest";
import { connectMailbox, type MailAccount, type MailFacts } from "../../../../test/world/mail-account.ts";
import { createWorld, type World } from "../../../../test/world.ts";

let world: World;
let desk: MailAccount;
beforeAll(async () => {
  world = await createWorld();
  desk = await connectMailbox(world);
});
afterAll(() => world.close());

const mira = () => world.as("mira");
let senders = 0;

/** A mail of a sender of its own, as its agent sees it. */
async function receive(facts: MailFacts): Promise<Message> {
  senders += 1;
  await desk.receive({ from: `s${senders}@pier.example`, ...facts });
  const { id } = await world.desk("harbour", ({ db }) =>
    db
      .selectFrom("ticket")
      .select("id")
      .where("client_external_id", "=", `s${senders}@pier.example`)
      .executeTakeFirstOrThrow(),
  );
  const { selectedSections } = (await mira().get(`/${id}/1/chat`)).json<{
    selectedSections: Record<string, Message[]>;
  }>();
  const [message] = Object.values(selectedSections).flat();
  if (!message) throw new Error("The mail made no message");
  return message;
}

const html = (body: string) => ({ body: `Content-Type: text/html; charset=utf-8\r\n\r\n${body}` });
const frame = (id: string, query = "") => mira().get(`/mails/${id}/frame${query}`);

test("nothing of a hostile mail runs, and its frame's policy allows no script", async () => {
  const { messageid, mail } = await receive(
    html(`<p onclick="steal()">Hello</p><script>steal()</script><form action="//evil"><input></form>`),
  );
  const answer = await frame(messageid);
  expect(answer.body).toContain("Hello");
  expect(answer.body + mail?.html).not.toMatch(/<script|steal|<form|<input/);
  const policy = String(answer.headers["content-security-policy"]);
  expect(policy).toContain("default-src 'none'");
  expect(policy).toContain("sandbox");
  expect(policy).not.toContain("allow-scripts");
  expect(answer.headers["x-frame-options"]).toBeUndefined();
});

test("remote pictures are fetched only when they are asked for", async () => {
  const { messageid, mail } = await receive(html(`<p>Look</p><img src="https://pics.example/map.png">`));
  expect(mail?.rest).toBe(true);
  const [plain, shown] = [await frame(messageid), await frame(messageid, "?pictures=1")];
  expect(plain.body).not.toMatch(/\ssrc="https:/);
  expect(plain.headers["content-security-policy"]).not.toContain("https:;");
  expect(shown.body).toContain(' src="https://pics.example/map.png"');
  expect(shown.headers["content-security-policy"]).toContain("data: https:");
});

test("quotes are shown when they are asked for", async () => {
  const { messageid, content, mail } = await receive({
    text: "Thank you!\r\n\r\nOn Sun, 22 Nov 2026 at 08:00, Desk <desk@harbour.example> wrote:\r\n> Your order is here.",
  });
  expect([content, mail?.rest]).toEqual(["Thank you!", true]);
  expect((await frame(messageid)).body).not.toContain("Your order is here.");
  expect((await frame(messageid, "?rest=1")).body).toContain("Your order is here.");
});

const related = (disposition: string) =>
  [
    'Content-Type: multipart/related; boundary="b"',
    "",
    "--b",
    "Content-Type: text/html",
    "",
    '<p>The pier <img src="cid:pier@x"></p>',
    "--b",
    "Content-Type: image/png; name=pier.png",
    `Content-Disposition: ${disposition}; filename=pier.png`,
    "Content-ID: <pier@x>",
    "Content-Transfer-Encoding: base64",
    "",
    "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAQAAAC1HAwCAAAAC0lEQVR42mNk+A8AAQUBAScY42YAAAAASUVORK5CYII=",
    "--b--",
  ].join("\r\n");

test("a picture within the mail has our address, in the message and in the frame", async () => {
  const { messageid, mail, files } = await receive({ body: related("inline") });
  expect(files.map(({ name, inline }) => [name, inline])).toEqual([["pier.png", true]]);
  const path = files[0]?.path ?? "";
  expect(mail?.html).toContain(`src="${path.replaceAll("&", "&amp;")}"`);
  expect((await frame(messageid)).body).toContain(path.replaceAll("&", "&amp;"));
  expect((await mira().get(path)).headers["content-type"]).toBe("image/png");
});

test("the original is the mail as it came, and a download", async () => {
  const { messageid } = await receive({ text: "As it came." });
  const answer = await mira().get(`/mails/${messageid}/original`);
  expect(answer.headers).toMatchObject({ "content-type": "message/rfc822" });
  expect(answer.headers["content-disposition"]).toContain("attachment");
  expect(answer.body).toContain("Subject: Order 7\r\n");
  expect(answer.body).toContain("As it came.");
});

test("another company and another department find neither, nor is a text of a messenger one", async () => {
  const { messageid } = await receive({ text: "Ours." });
  const text = await world.message(await world.ticket(), { type: "text", content: "no mail" });
  for (const what of ["frame", "original"]) {
    expect((await world.stranger.get(`/mails/${messageid}/${what}`)).statusCode).toBe(401);
    for (const agent of ["omar", "naledi"] as const)
      expect((await world.as(agent).get(`/mails/${messageid}/${what}`)).statusCode, agent).toBe(404);
    expect((await mira().get(`/mails/${text.id}/${what}`)).statusCode).toBe(404);
  }
});

test("without room the text comes, and its files say why they did not", async () => {
  await world.desk("harbour", ({ db }) => db.updateTable("company").set({ max_storage_gb: 1 }).execute());
  const full = await world.ticket();
  await world.desk("harbour", ({ db, companyId }) =>
    db
      .insertInto("file")
      .values({
        ...{ company_id: companyId, ticket_id: full.id, name: "all", state: "ready" },
        ...{ size: 2 ** 30, storage_key: "harbour/all" },
      })
      .execute(),
  );
  const { content, files } = await receive({ body: related("attachment") });
  expect(content).toContain("The pier");
  expect(files.map(({ state, path }) => [state, path])).toEqual([["failed", null]]);
});
