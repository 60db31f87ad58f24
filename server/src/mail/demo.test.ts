import { afterEach, expect, test } from "vitest";
import { openVisitor } from "../../../test/world/visitor.ts";
import { createWorld, type World } from "../../../test/world.ts";

let world: World;
afterEach(() => world.close());

test("mails cannot be read outside of a demo, with any role", async () => {
  world = await createWorld();
  for (const browser of [world.stranger, world.as("ingrid")]) {
    const answer = await browser.get("/demo/mail", { headers: { accept: "text/html" } });
    expect([answer.statusCode, answer.json().code]).toEqual([404, "not_found"]);
  }
});

test("mails of a demo without a mail server are printed to the log and can be read, as text", async () => {
  world = await createWorld({ env: { PARLEY_DEMO: "1" } });
  world.context.log.level = "info";
  const { mira } = world.agents;
  await world.desk("harbour", ({ db }) =>
    db.updateTable("agent").set({ first_name: "<b>Mira</b>" }).where("id", "=", mira.id).execute(),
  );
  expect((await world.stranger.get("/demo/mail")).body).toContain("No mail yet");
  await openVisitor(world).post("/send-reset-password-code", { email: mira.email });
  await world.drain();
  const printed = world.logged.map((line) => JSON.parse(line)).find((line) => line.mail);
  expect(printed.mail).toMatchObject({ to: mira.email, subject: "Your Parley reset code" });
  const code = /\d{6}/.exec(printed.mail.text)?.[0] ?? "none";

  const list = await world.stranger.get("/demo/mail");
  expect(list.headers["content-type"]).toContain("text/html");
  expect(list.headers["content-security-policy"]).not.toContain("script");
  expect(list.body).toContain(code);
  expect(list.body).toContain("&lt;b&gt;Mira&lt;/b&gt;");
  expect(list.body).not.toContain("<b>Mira");
  const link = /\/demo\/mail\/[0-9a-f-]{36}/.exec(list.body)?.[0] ?? "";
  const letter = await world.stranger.get(link);
  expect(letter.headers["content-security-policy"]).toContain("sandbox");
  expect(letter.body).toContain(code);
  expect((await world.stranger.get(`/demo/mail/${crypto.randomUUID()}`)).statusCode).toBe(404);
});
