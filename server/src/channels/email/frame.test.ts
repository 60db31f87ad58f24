/** A mail's HTML in a frame that runs and fetches nothing by itself, and the original mail. */
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

/** Receives a mail of a new sender, and returns it as its agent sees it. */
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
  expect(mail).toMatchObject({ formatted: true, rest: false });
  const [plain, shown] = [await frame(messageid), await frame(messageid, "?pictures=1")];
  expect(plain.body).not.toMatch(/\ssrc="https:/);
  expect(plain.headers["content-security-policy"]).not.toContain("https:;");
  expect(shown.body).toContain(' src="https://pics.example/map.png"');
  expect(shown.headers["content-security-policy"]).toContain("data: https:");
});

test("a picture at the desk's own address is never fetched: it would sign the agent out", async () => {
  const { publicUrl, apiOrigin } = world.context.config;
  const own = [`${publicUrl}/auth/logout`, `${apiOrigin}/auth/logout?a=1&amp;b=2`, publicUrl.toUpperCase()];
  const hosts = own.map((address) => address.replace(/^http:/i, "https:"));
  const { messageid } = await receive(html(hosts.map((address) => `<img src="${address}">`).join("")));
  const shown = await frame(messageid, "?pictures=1");
  expect(shown.body).not.toMatch(/\ssrc="https:/i);
});

test("quotes are shown on request", async () => {
  const { messageid, content, mail } = await receive({
    text: "Thank you!\r\n\r\nOn Sun, 22 Nov 2026 at 08:00, Desk <desk@harbour.example> wrote:\r\n> Your order is here.",
  });
  expect([content, mail?.rest]).toEqual(["Thank you!", true]);
  expect((await frame(messageid)).body).not.toContain("Your order is here.");
  expect((await frame(messageid, "?rest=1")).body).toContain("Your order is here.");
});

test("HTML that is too long to travel with its message is formatted all the same", async () => {
  const { messageid, mail } = await receive(html(`<p>${"A long letter. ".repeat(2_000)}</p>`));
  expect(mail).toMatchObject({ html: null, formatted: true });
  expect((await frame(messageid)).body).toContain("A long letter. A long letter.");
});

test("HTML that holds only text is shown as text", async () => {
  const { mail } = await receive(html(`<div dir="ltr">Two seats, please.<br></div>`));
  expect(mail).toMatchObject({ formatted: false, rest: false });
});

test("the frame uses the requested theme", async () => {
  const { messageid } = await receive(html("<p>Hello <b>you</b></p>"));
  expect((await frame(messageid, "?theme=dark")).body).toContain(":root{color-scheme:dark");
  expect((await frame(messageid)).body).toContain(":root{color-scheme:light");
  expect((await frame(messageid, "?theme=red")).statusCode).toBe(400);
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

test("a picture within the mail has an address of the desk, in the message and in the frame", async () => {
  const { messageid, mail, files } = await receive({ body: related("inline") });
  expect(files.map(({ name, inline }) => [name, inline])).toEqual([["pier.png", true]]);
  const path = files[0]?.path ?? "";
  expect(mail?.html).toContain(`src="${path.replaceAll("&", "&amp;")}"`);
  expect((await frame(messageid)).body).toContain(path.replaceAll("&", "&amp;"));
  expect((await mira().get(path)).headers["content-type"]).toBe("image/png");
});

test("the original is the unchanged mail, as a download", async () => {
  const { messageid } = await receive({ text: "As it came." });
  const answer = await mira().get(`/mails/${messageid}/original`);
  expect(answer.headers).toMatchObject({ "content-type": "message/rfc822" });
  expect(answer.headers["content-disposition"]).toContain("attachment");
  expect(answer.body).toContain("Subject: Order 7\r\n");
  expect(answer.body).toContain("As it came.");
});

test("another company and another department find neither, and a messenger's text has no frame", async () => {
  const { messageid } = await receive({ text: "Ours." });
  const text = await world.message(await world.ticket(), { type: "text", content: "no mail" });
  for (const what of ["frame", "original"]) {
    expect((await world.stranger.get(`/mails/${messageid}/${what}`)).statusCode).toBe(401);
    for (const agent of ["omar", "naledi"] as const)
      expect((await world.as(agent).get(`/mails/${messageid}/${what}`)).statusCode, agent).toBe(404);
    expect((await mira().get(`/mails/${text.id}/${what}`)).statusCode).toBe(404);
  }
});
