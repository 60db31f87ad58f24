import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { connectSocket, startLive } from "../../../../test/world/live.ts";
import { createMailDesk, type MailDesk } from "../../../../test/world/mail-desk.ts";
import { codeIn, type SmtpStub } from "../../../../test/world/smtp.ts";
import { openVisitor, type Visitor } from "../../../../test/world/visitor.ts";
import { countStatements, password, type World } from "../../../../test/world.ts";

let desk: MailDesk;
let world: World;
let smtp: SmtpStub;
let visitor: Visitor;
beforeAll(async () => {
  desk = await createMailDesk();
  ({ world, smtp } = desk);
});
afterAll(() => desk.close());
beforeEach(() => {
  visitor = openVisitor(world);
  world.clock.advance(60_000);
});

const send = (email: string, by = visitor) => by.post("/send-reset-password-code", { email });
const special = "At least one special character (!@#$...)";
const next = "Another-horse-8-battery";
const reset = (email: string, other: object = {}, by = visitor) =>
  by.post("/auth/reset-password", { email, newPassword: next, confirmPassword: next, ...other });

async function prove(email: string, by = visitor) {
  expect((await send(email, by)).statusCode).toBe(200);
  await world.drain();
  const code = codeIn(await smtp.next(email));
  const answer = await by.post("/verify-email-code", { email, code, isPasswordReset: true });
  expect([answer.statusCode, answer.json()]).toEqual([200, {}]);
}
const waiting = (many: number) =>
  vi.waitFor(async () => {
    const { rows } = await world.context.pool.query(
      "select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'",
    );
    expect(rows).toHaveLength(many);
  });
const disable = (id: string) =>
  world.desk("harbour", ({ db, now }) =>
    db.updateTable("agent").set({ disabled_on: now }).where("id", "=", id).execute(),
  );

describe("known, unknown and disabled addresses", () => {
  test("known, unknown and disabled addresses are answered alike after the same statements, and only the known one gets a mail", async () => {
    await disable(world.agents.jonas.id);
    const addresses = [world.agents.mira.email, "nobody@harbour.example", world.agents.jonas.email];
    const seen = [];
    for (const email of addresses) {
      const by = openVisitor(world);
      const { statements, answer } = await countStatements(world, () => send(email, by));
      expect((await send(email, by)).json().code).toBe("code_sent");
      const cookies = answer.cookies.map(({ value: _value, ...cookie }) => cookie);
      seen.push({ status: answer.statusCode, body: answer.body, cookies, statements });
    }
    expect(seen[0]).toMatchObject({ status: 200, body: "{}" });
    expect(seen[1]).toEqual(seen[0]);
    expect(seen[2]).toEqual(seen[0]);
    await world.drain();
    expect(smtp.received.map(({ to }) => to)).toEqual([world.agents.mira.email]);
    // Nothing stored may distinguish the two later, and no typed address is stored.
    const { rows } = await world.context.pool.query("select address, sent_on is not null as sent from mail");
    expect(rows).toEqual([{ address: world.agents.mira.email, sent: true }]);
  });

  test("a wrong code gets the same answer", async () => {
    const answers = [];
    for (const email of [world.agents.naledi.email, "nobody2@harbour.example"]) {
      const by = openVisitor(world);
      await send(email, by);
      const tried = await by.post("/verify-email-code", { email, code: "1", isPasswordReset: true });
      answers.push([tried.statusCode, tried.json(), tried.cookies.length]);
    }
    expect(answers[0]).toEqual([
      400,
      { message: "Invalid code. Try again.", code: "invalid", reason: { code: "code_invalid", facts: {} } },
      0,
    ]);
    expect(answers[1]).toEqual(answers[0]);
    await world.drain();
    await smtp.next(world.agents.naledi.email);
  });

  test("the mail goes to the address stored in the account", async () => {
    await send(` ${world.agents.omar.email.toUpperCase()} `);
    await world.drain();
    expect((await smtp.next(world.agents.omar.email)).subject).toBe("Your Parley reset code");
  });
});

describe("setting a new password", () => {
  test.each([
    [{ newPassword: "" }, "Please fill in all fields", "fill_all_fields"],
    [{ confirmPassword: "" }, "Please fill in all fields", "fill_all_fields"],
    [{ confirmPassword: "another" }, "Passwords do not match", "reset_passwords_differ"],
    [{ email: " " }, "Please enter your email address", "email_missing"],
  ])("setting the new password %j is refused and leaves the grant", async (other, message, code) => {
    const answer = await reset(world.agents.freya.email, other);
    const reason = { code, facts: {} };
    expect([answer.statusCode, answer.json()]).toEqual([400, { message, code: "invalid", reason }]);
  });

  test("setting a password is refused without this browser's grant for this very address", async () => {
    const { freya, tomas } = world.agents;
    await prove(freya.email);
    const refused = [
      await reset(freya.email, {}, openVisitor(world)),
      await reset(tomas.email),
      await reset(tomas.email, { grant: freya.email }),
    ];
    for (const answer of refused) {
      expect([answer.statusCode, answer.json().message]).toEqual([400, "Expired verification session"]);
    }
    world.clock.advance(900_000);
    expect((await reset(freya.email)).json().message).toBe("Expired verification session");
  });

  test("setting a password is refused when the account was disabled in between", async () => {
    await prove(world.agents.tomas.email);
    await disable(world.agents.tomas.id);
    const answer = await reset(world.agents.tomas.email);
    expect([answer.statusCode, answer.json().message]).toEqual([400, "Failed to reset password"]);
    await world.drain();
    expect(smtp.received.filter(({ subject }) => subject.includes("changed"))).toEqual([]);
  });

  test("setting a password applies the rules of registration, and names each broken rule", async () => {
    const { email } = world.agents.freya;
    await prove(email);
    for (const [weak, message, ...codes] of [
      [
        ...[
          "short",
          ["At least 8 characters", "At least one uppercase letter", "At least one number", special],
        ],
        ...["password_length", "password_uppercase", "password_number", "password_special"],
      ],
      ["P@ssw0rd1!", ["This password is one of the most common ones"], "password_too_common"],
    ] as [string, string[], ...string[]][]) {
      const answer = await reset(email, { newPassword: weak, confirmPassword: weak });
      const reasons = codes.map((code) => ({ code, facts: {} }));
      expect([answer.statusCode, answer.json()]).toEqual([400, { message, code: "invalid", reasons }]);
    }
    expect((await reset(email, { newPassword: password, confirmPassword: password })).statusCode).toBe(200);
    await world.drain();
    expect((await smtp.next(email)).subject).toBe("Your Parley password was changed");
  });

  test("setting a password works once; the new password signs in and the old one does not", async () => {
    const { email } = world.agents.freya;
    await prove(email);
    const done = await reset(email);
    expect([done.statusCode, done.json()]).toEqual([200, {}]);
    expect((await reset(email)).json().message).toBe("Expired verification session");
    expect((await visitor.post("/auth/login", { email, password })).statusCode).toBe(401);
    expect((await visitor.post("/auth/login", { email, password: next })).statusCode).toBe(200);
  });

  test("setting a password overtakes a sign-in with the old one, and a sign-in that waits for its second step", async () => {
    const { email, id } = world.agents.naledi;
    await prove(email);
    await world.desk("harbour", ({ db, companyId, now }) =>
      db
        .insertInto("sign_in_challenge")
        .values({
          token_hash: Buffer.alloc(32, 7),
          company_id: companyId,
          agent_id: id,
          expires_on: new Date(now.getTime() + 300_000),
        })
        .execute(),
    );
    const holder = await world.context.pool.connect();
    await holder.query("begin; set local role parley_system");
    await holder.query("select from agent where id = $1 for update", [id]);
    // The two calls have hashed when they come to the agent's row, the reset first.
    const resetting = reset(email);
    await waiting(1);
    const entering = visitor.post("/auth/login", { email, password });
    await waiting(2);
    await holder.query("rollback");
    holder.release();
    expect((await resetting).statusCode).toBe(200);
    const late = await entering;
    expect([late.statusCode, late.cookies]).toEqual([401, []]);
    const left = await world.desk("harbour", async ({ db }) => [
      ...(await db.selectFrom("session").select("agent_id").where("agent_id", "=", id).execute()),
      ...(await db.selectFrom("sign_in_challenge").select("agent_id").where("agent_id", "=", id).execute()),
    ]);
    expect(left).toEqual([]);
  });

  test("setting a password ends the wait after wrong ones", async () => {
    const { email } = world.agents.omar;
    for (let times = 0; times < 5; times++) {
      await visitor.post("/auth/login", { email, password: "wrong" });
    }
    expect((await visitor.post("/auth/login", { email, password })).statusCode).toBe(429);
    await prove(email);
    await reset(email, { newPassword: password, confirmPassword: password });
    expect((await visitor.post("/auth/login", { email, password })).statusCode).toBe(200);
  });

  test("setting a password ends every session, disconnects their sockets, and notifies the agent in their language", async () => {
    const { ingrid } = world.agents;
    const live = await startLive(world);
    const headers = { cookie: await world.as("ingrid").cookie(), origin: world.context.config.publicUrl };
    const line = await connectSocket(live.url, headers);
    expect((await world.as("ingrid").post("/auth/change-lang", { lang: "es" })).statusCode).toBe(200);
    await prove(ingrid.email);
    expect((await reset(ingrid.email)).statusCode).toBe(200);
    await line.receives("sessionEnded");
    await line.cut;
    expect((await world.as("ingrid").get("/auth/profile")).statusCode).toBe(401);
    await world.drain();
    const notice = await smtp.next(ingrid.email);
    expect(notice.subject).toBe("Se ha cambiado tu contraseña de Parley");
    expect(notice.text).toContain("Hola, Ingrid Solheim:");
    expect(notice.text).toContain(`${world.context.config.publicUrl}/forgot-password`);
    await live.close();
  });
});
