import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { createMailDesk, type MailDesk } from "../../../../test/world/mail-desk.ts";
import { codeIn, type SmtpStub } from "../../../../test/world/smtp.ts";
import { openVisitor, type Visitor } from "../../../../test/world/visitor.ts";
import { createWorld, password, type World } from "../../../../test/world.ts";
import { buildApp } from "../../app/app.ts";
import { removeOldCodes } from "./grants.ts";

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
});

let number = 0;
const newAddress = () => `new${++number}@start.example`;

async function askCode(email: string, by = visitor) {
  const answer = await by.post("/send-email-verification", { email });
  expect([answer.statusCode, answer.json()]).toEqual([200, {}]);
  await world.drain();
  return codeIn(await smtp.next(email));
}
const verify = (email: string, code: string, by = visitor) => by.post("/verify-email-code", { email, code });
const wrongOf = (code: string) => (code === "000000" ? "000001" : "000000");

describe("asking for a code", () => {
  test.each([
    ["", "Please enter your email address", "email_missing"],
    ["  ", "Please enter your email address", "email_missing"],
    ["nobody", "Please enter a valid email address", "email_invalid"],
    ["a@b.example, c@d.example", "Please enter a valid email address", "email_invalid"],
    ["a@b.example\r\nBcc: c@d.example", "Please enter a valid email address", "email_invalid"],
  ])("asking for a code with %j is refused", async (email, message, reason) => {
    for (const path of ["/send-email-verification", "/send-reset-password-code"]) {
      const answer = await visitor.post(path, { email });
      expect([answer.statusCode, answer.json()]).toEqual([
        400,
        { message, code: "invalid", reason: { code: reason, facts: {} } },
      ]);
    }
  });

  test("a code can be asked for again after a minute; until then the answer says that one was sent", async () => {
    const email = newAddress();
    const first = await askCode(email);
    world.clock.advance(20_000);
    const again = await visitor.post("/send-email-verification", { email: email.toUpperCase() });
    expect([again.statusCode, again.headers["retry-after"], again.json()]).toEqual([
      429,
      "40",
      {
        message: "A code was sent already. Another can be sent in 40 seconds.",
        code: "code_sent",
        reason: { code: "code_sent", facts: { seconds: 40 } },
      },
    ]);
    world.clock.advance(40_000);
    const second = await askCode(email);
    expect((await verify(email, second)).statusCode).toBe(200);
    expect((await verify(email, first)).json().message).toBe("Expired verification session");
  });

  test("asking many times at once in one browser mails one code", async () => {
    const email = newAddress();
    visitor.cookies.set("parley-code", "B".repeat(43));
    const asked = await Promise.all(
      Array.from({ length: 10 }, () => visitor.post("/send-email-verification", { email })),
    );
    expect(asked.filter((answer) => answer.statusCode === 200)).toHaveLength(1);
    await world.drain();
    expect(smtp.received.filter((mail) => mail.to === email)).toHaveLength(1);
  });

  test("an address gets five codes an hour from one network, with any number of browsers, and the last one stays valid", async () => {
    const email = newAddress();
    let last = "";
    for (let times = 0; times < 5; times++) {
      last = await askCode(email);
      world.clock.advance(60_000);
    }
    const sixth = await visitor.post("/send-email-verification", { email });
    expect([sixth.statusCode, sixth.headers["retry-after"]]).toEqual([429, "3300"]);
    const fresh = visitor.cookies.get("parley-code") ?? "";
    visitor.cookies.delete("parley-code");
    expect((await visitor.post("/send-email-verification", { email })).statusCode).toBe(429);
    visitor.cookies.set("parley-code", fresh);
    expect((await verify(email, last)).statusCode).toBe(200);
  });

  test("an address gets twenty codes an hour from all sources; a device its account knows gets one regardless", async () => {
    const { email } = world.agents.naledi;
    const own = openVisitor(world);
    await own.post("/auth/login", { email, password });
    const send = (by: Visitor) => by.post("/send-reset-password-code", { email });
    for (let network = 0; network < 4; network++) {
      const stranger = openVisitor(world);
      for (let times = 0; times < 5; times++) {
        stranger.cookies.delete("parley-code");
        expect((await send(stranger)).statusCode).toBe(200);
      }
    }
    const next = await send(openVisitor(world));
    expect([next.statusCode, next.json().code, next.headers["retry-after"]]).toEqual([
      429,
      "rate_limited",
      "3600",
    ]);
    expect((await send(own)).statusCode).toBe(200);
    await world.drain();
    expect(smtp.received.filter(({ to }) => to === email)).toHaveLength(21);
  });

  test("a stranger who asks neither replaces the owner's code nor keeps the owner from asking", async () => {
    const email = newAddress();
    const stranger = openVisitor(world);
    await askCode(email, stranger);
    const code = await askCode(email);
    world.clock.advance(60_000);
    await askCode(email, stranger);
    for (let times = 0; times < 6; times++) await verify(email, wrongOf(code), stranger);
    expect((await verify(email, code)).statusCode).toBe(200);
  });
});

describe("a code", () => {
  test("a code has six digits, and neither code nor address is stored in clear", async () => {
    const email = newAddress();
    const code = await askCode(email);
    expect(code).toMatch(/^\d{6}$/);
    const { rows } = await world.context.pool.query("select * from mail_code");
    const kept = JSON.stringify(rows);
    expect(kept).not.toContain(email);
    expect(kept).not.toContain(code);
    expect(rows.at(-1)?.code_hash).toHaveLength(32);
    const mails = await world.context.pool.query("select * from mail where address = $1", [email]);
    expect(mails.rows[0]).toMatchObject({ sealed: null, attempts: 1 });
    expect(world.logged.join("")).not.toContain(code);
  });

  test("a code that is empty, wrong or right is answered with the catalogue's texts", async () => {
    const email = newAddress();
    const code = await askCode(email);
    const empty = await verify(email, " ");
    expect([empty.statusCode, empty.json().message]).toEqual([400, "Please enter the verification code"]);
    const emptyReset = await visitor.post("/verify-email-code", { email, isPasswordReset: true });
    expect(emptyReset.json().message).toBe("Please enter the code sent to your email");
    const wrong = await verify(email, wrongOf(code));
    expect([wrong.statusCode, wrong.json().message]).toEqual([400, "Invalid code. Try again."]);
    const right = await verify(email, ` ${code} `);
    expect([right.statusCode, right.json()]).toEqual([200, {}]);
    const grant = right.cookies.find(({ name }) => name === "parley-registration");
    expect(grant).toMatchObject({ httpOnly: true, sameSite: "Lax", path: "/" });
  });

  test("a code works once", async () => {
    const email = newAddress();
    const code = await askCode(email);
    expect((await verify(email, code)).statusCode).toBe(200);
    expect((await verify(email, code)).json().message).toBe("Expired verification session");
  });

  test("a code has five tries, however fast they come: the sixth is refused, even if it is right", async () => {
    const email = newAddress();
    const code = await askCode(email);
    const tries = await Promise.all(Array.from({ length: 7 }, () => verify(email, wrongOf(code))));
    const messages = tries.map((answer) => answer.json().message).sort();
    expect(messages.filter((message) => message === "Invalid code. Try again.")).toHaveLength(4);
    expect(messages.filter((message) => message === "Too many failed attempts")).toHaveLength(3);
    const right = await verify(email, code);
    expect([right.statusCode, right.json().message]).toEqual([400, "Too many failed attempts"]);
  });

  test("a code expires after ten minutes, and is forgotten an hour later", async () => {
    const email = newAddress();
    const code = await askCode(email);
    world.clock.advance(600_000);
    expect((await verify(email, code)).json().message).toBe("Verification code has expired");
    await removeOldCodes(world.context);
    expect((await verify(email, code)).json().message).toBe("Verification code has expired");
    world.clock.advance(3_600_000);
    await removeOldCodes(world.context);
    expect((await verify(email, code)).json().message).toBe("Expired verification session");
    const left = await world.context.pool.query("select count(*)::int from mail_code");
    expect(left.rows[0].count).toBe(0);
  });

  test("a code is useless to another browser, which consumes none of its tries", async () => {
    const email = newAddress();
    const code = await askCode(email);
    for (const thief of [openVisitor(world), openVisitor(world)]) {
      thief.cookies.set("parley-code", "A".repeat(43));
      for (let times = 0; times < 6; times++) {
        expect((await verify(email, code, thief)).json().message).toBe("Expired verification session");
      }
      expect(thief.cookies.has("parley-registration")).toBe(false);
    }
    expect((await verify(email, code)).statusCode).toBe(200);
  });

  test("a code is invalid for another purpose or another address", async () => {
    const email = newAddress();
    const code = await askCode(email);
    const asReset = await visitor.post("/verify-email-code", { email, code, isPasswordReset: true });
    expect(asReset.json().message).toBe("Expired verification session");
    expect((await verify(newAddress(), code)).json().message).toBe("Expired verification session");
  });
});

describe("a network address", () => {
  test("a network address has its limit of codes, counted in the database, and no forwarded header gives it another", async () => {
    const here = openVisitor(world, "10.90.0.1");
    const send = (by: Visitor, n: number) =>
      by.post("/send-email-verification", { email: newAddress() }, { "x-forwarded-for": `9.9.9.${n}` });
    for (let times = 0; times < 20; times++) expect((await send(here, times)).statusCode).toBe(200);
    const refused = await send(here, 99);
    expect([refused.statusCode, refused.json().code]).toEqual([429, "rate_limited"]);
    expect(Number(refused.headers["retry-after"])).toBe(600);
    expect((await send(openVisitor(world, "10.90.0.2"), 1)).statusCode).toBe(200);
    world.clock.advance(600_000);
    expect((await send(here, 1)).statusCode).toBe(200);
  });

  test("a network address gets no more codes by asking another process", async () => {
    const here = openVisitor(world, "10.90.0.4");
    for (let times = 0; times < 20; times++) {
      await here.post("/send-email-verification", { email: newAddress() });
    }
    const other = await buildApp(world.context);
    const answer = await other.inject({
      method: "POST",
      url: "/send-email-verification",
      remoteAddress: "10.90.0.4",
      payload: { email: newAddress() },
    });
    expect(answer.statusCode).toBe(429);
    await other.close();
  });

  test("a network address has its limit of tries", async () => {
    const here = openVisitor(world, "10.90.0.3");
    for (let times = 0; times < 60; times++) {
      expect((await verify(newAddress(), "123456", here)).statusCode).toBe(400);
    }
    expect((await verify(newAddress(), "123456", here)).statusCode).toBe(429);
  });

  test("a network address is read from a trusted proxy", async () => {
    const behind = await createWorld({ env: { TRUST_PROXY: "10.1.1.1" } });
    const proxy = openVisitor(behind, "10.1.1.1");
    const from = (address: string) =>
      proxy.post("/send-email-verification", { email: newAddress() }, { "x-forwarded-for": address });
    for (let times = 0; times < 20; times++) expect((await from("198.51.100.7")).statusCode).toBe(200);
    expect((await from("198.51.100.7")).statusCode).toBe(429);
    expect((await from("203.0.113.5, 198.51.100.7")).statusCode).toBe(429);
    expect((await from("198.51.100.8")).statusCode).toBe(200);
    await behind.close();
  });
});
