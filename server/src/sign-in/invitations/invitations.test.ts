import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { openBrowser } from "../../../../test/world/browser.ts";
import { createMailDesk, type MailDesk } from "../../../../test/world/mail-desk.ts";
import type { Received, SmtpStub } from "../../../../test/world/smtp.ts";
import { openVisitor, type Visitor } from "../../../../test/world/visitor.ts";
import { createWorld, password, type World } from "../../../../test/world.ts";
import { removeOldInvitations } from "./remove-old.ts";

let desk: MailDesk;
let world: World;
let smtp: SmtpStub;
let plain: World;
let visitor: Visitor;
beforeAll(async () => {
  desk = await createMailDesk();
  ({ world, smtp } = desk);
  plain = await createWorld();
});
afterAll(() => Promise.all([desk.close(), plain.close()]));
beforeEach(() => {
  visitor = openVisitor(world);
});

let number = 0;
const newAddress = () => `guest${++number}@street.example`;
const chosen = "Morning-train-7";
const day = 24 * 3_600_000;

const given = (more: object = {}) => ({
  email: newAddress(),
  firstName: "Alva",
  lastName: "Berg",
  department: world.departments.refunds.id,
  isAdmin: false,
  isModerator: false,
  ...more,
});
const invite = (more: object = {}) => world.as("ingrid").post("/auth/invite", given(more));
const listed = async (at = world, by: "ingrid" | "freya" = "ingrid") =>
  (await at.as(by).get("/admin/invitations")).json() as { invitationid: string; email: string }[];
const tokenIn = ({ text }: Received) => /\/invitation#([\w-]{43})/.exec(text)?.[1] ?? "";
const open = (token: string) => visitor.post("/open-invitation", { token });
const accept = (token: string, more: object = {}, by = visitor) =>
  by.post("/accept-invitation", { token, password: chosen, confirmPassword: chosen, ...more });

async function invited(more: object = {}) {
  const answer = await invite(more);
  expect([answer.statusCode, answer.json().link]).toEqual([200, null]);
  const { invitation } = answer.json();
  await world.drain();
  const mail = await smtp.next(invitation.email);
  return { ...invitation, mail, token: tokenIn(mail) } as {
    invitationid: string;
    email: string;
    mail: Received;
    token: string;
  };
}

/** Signs the administrator in again after the clock has ended the session. */
const signedInAgain = () => openBrowser(world.context, world.app, world.agents.ingrid);

const over = {
  message: "This invitation is no longer valid. Please ask for a new one.",
  code: "not_found",
  reason: { code: "invitation_over", facts: {} },
};

describe("an invitation is refused", () => {
  test.each(["email", "firstName", "lastName", "department"])(
    "an invitation without %s is refused",
    async (field) => {
      const answer = await invite({ [field]: "" });
      expect([answer.statusCode, answer.json().message]).toEqual([400, "Some fields are missing!"]);
    },
  );

  test("an invitation for an invalid address, a colleague's, an invited one, or a department of another company is refused", async () => {
    expect((await invite({ email: "alva" })).json().message).toBe("Please enter a valid email address");
    const colleague = await invite({ email: world.agents.mira.email.toUpperCase() });
    expect([colleague.statusCode, colleague.json().message]).toEqual([
      409,
      "This e-mail address has an account already.",
    ]);
    const { email } = await invited();
    const twice = await invite({ email: email.toUpperCase() });
    expect([twice.statusCode, twice.json().message]).toEqual([
      409,
      "This e-mail address has been invited already.",
    ]);
    for (const department of [world.departments.claims.id, randomUUID()])
      expect((await invite({ department })).statusCode).toBe(404);
  });

  test("another company's invitation can be neither seen, sent again nor withdrawn", async () => {
    const { invitationid, token } = await invited();
    expect((await listed(world, "freya")).map((one) => one.invitationid)).not.toContain(invitationid);
    for (const path of ["/auth/invite-again", "/auth/withdraw-invitation"]) {
      const theirs = await world.as("freya").post(path, { invitationid });
      const none = await world.as("freya").post(path, { invitationid: randomUUID() });
      expect([theirs.statusCode, theirs.body]).toEqual([404, none.body]);
    }
    expect((await open(token)).statusCode).toBe(200);
  });
});

describe("an invitation", () => {
  test("an invitation leads to the agent's own password, a confirmed address and a session", async () => {
    const { email, invitationid, mail, token } = await invited({ isAdmin: true });
    expect(mail.text).toContain("Ingrid Solheim invites you to work in Harbour Travel.");
    expect(await listed()).toContainEqual(
      expect.objectContaining({ invitationid, email, department_name: "Refunds", role: "admin" }),
    );
    expect((await open(token)).json()).toEqual({ email, firstName: "Alva", companyName: "Harbour Travel" });
    world.published.length = 0;
    const entered = await accept(token, { lang: "nl" });
    expect(entered.json()).toMatchObject({ user: { email, role: "admin" }, lang: "nl" });
    expect(visitor.cookies.has("parley")).toBe(true);
    expect(world.published.map(({ event }) => event)).toEqual(
      expect.arrayContaining(["newUser", "updateAgent", "invitationsChanged"]),
    );
    expect((await listed()).map((one) => one.invitationid)).not.toContain(invitationid);
    const { agents } = (await world.as("ingrid").get("/admin/get-all-agents")).json();
    expect(agents).toContainEqual(
      expect.objectContaining({ email, email_confirmed_on: world.clock.now().toISOString() }),
    );
    const again = await openVisitor(world).post("/auth/login", { email, password: chosen });
    expect(again.json()).toHaveProperty("user.email", email);
    const verbs = (await world.as("ingrid").get("/admin/audit-log?topic=agents")).json();
    expect(verbs.slice(0, 2).map((entry: { verb: string }) => entry.verb)).toEqual([
      "agent_accept_invitation",
      "agent_invite",
    ]);
  });

  test("an invitation requires a valid password, and stays open until then", async () => {
    const { token } = await invited();
    const said = async (more: object) => (await accept(token, more)).json().message;
    expect(await said({ password: "" })).toBe("Please fill in all fields");
    expect(await said({ confirmPassword: "other" })).toBe("Passwords do not match");
    expect(await said({ password: "a", confirmPassword: "a" })).toContain("At least 8 characters");
    expect((await accept(token)).statusCode).toBe(200);
  });

  test.each(["", "x", "A".repeat(43), `${"A".repeat(42)}!`])(
    "an invitation is not opened by the token %j",
    async (token) => {
      for (const answer of [await open(token), await accept(token)])
        expect([answer.statusCode, answer.json()]).toEqual([404, over]);
    },
  );

  test("an invitation works once, also for two at the same moment", async () => {
    const { token, email } = await invited();
    const both = await Promise.all([accept(token), accept(token, {}, openVisitor(world))]);
    expect(both.map(({ statusCode }) => statusCode).sort()).toEqual([200, 404]);
    expect((await accept(token)).json()).toEqual(over);
    const { rowCount } = await world.context.pool.query("select from agent where email = $1", [email]);
    expect(rowCount).toBe(1);
  });

  test("an invitation is void once withdrawn; the address can be invited again", async () => {
    const { token, invitationid, email } = await invited();
    expect((await world.as("ingrid").post("/auth/withdraw-invitation", { invitationid })).statusCode).toBe(
      200,
    );
    expect((await open(token)).json()).toEqual(over);
    expect((await accept(token)).json()).toEqual(over);
    expect((await invite({ email })).statusCode).toBe(200);
  });

  test("an invitation does not outlive the rights of its sender", async () => {
    const admin = await invited({ isAdmin: true });
    const helper = (await accept(admin.token)).json().user.id;
    const cookie = `parley=${visitor.cookies.get("parley")}`;
    const email = newAddress();
    await world.stranger.post("/auth/invite", given({ email }), { headers: { cookie } });
    await world.drain();
    const token = tokenIn(await smtp.next(email));
    await world.as("ingrid").post("/auth/set-admin", { userid: helper });
    expect((await accept(token)).json()).toEqual(over);
  });
});

describe("an address that has an account elsewhere", () => {
  test("an address that has an account elsewhere gets the same answer, and the mail says that it cannot be used twice", async () => {
    const { omar } = world.agents;
    const answers = [await invite({ email: omar.email }), await invite()];
    const shape = (answer: (typeof answers)[number]) => [
      answer.statusCode,
      answer.json().link,
      Object.keys(answer.json().invitation),
    ];
    expect(answers.map(shape)[0]).toEqual(answers.map(shape)[1]);
    await world.drain();
    const mail = await smtp.next(omar.email);
    expect(mail.text).toContain("already has an account in another company and cannot be used twice");
    expect(tokenIn(mail)).toBe("");
  });

  test("an address that is confirmed elsewhere meanwhile cannot be used to accept the invitation", async () => {
    const { email, token } = await invited();
    await world.as("freya").post("/auth/invite", given({ email, department: world.departments.claims.id }));
    await world.drain();
    const theirs = tokenIn(await smtp.next(email));
    const [one, two] = await Promise.all([accept(token), accept(theirs, {}, openVisitor(world))]);
    const answers = [one, two].toSorted((a, b) => a.statusCode - b.statusCode);
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 409]);
    expect(answers[1]?.json().message).toMatch(/^This e-mail address has an account in another company/);
  });

  test("an unconfirmed account elsewhere does not prevent the invitation", async () => {
    const email = newAddress();
    await world.as("freya").post("/auth/register", {
      ...given({ email, department: world.departments.claims.id }),
      pass: password,
      confirmPassword: password,
    });
    const { token } = await invited({ email });
    expect((await accept(token)).statusCode).toBe(200);
  });
});

test("the administrator gets the link of an invitation without a mail server", async () => {
  const body = given({ department: plain.departments.refunds.id });
  const answer = await plain.as("ingrid").post("/auth/invite", body);
  const { link } = answer.json();
  expect(link).toMatch(new RegExp(`^${plain.context.config.publicUrl}/invitation#[\\w-]{43}$`));
  expect(await listed(plain)).not.toContainEqual(expect.objectContaining({ link: expect.anything() }));
  const entered = await openVisitor(plain).post("/accept-invitation", {
    token: link.split("#")[1],
    password: chosen,
    confirmPassword: chosen,
  });
  expect(entered.json()).toHaveProperty("user.email", body.email);
});

test("a company sends at most a hundred invitations a day; refused ones do not count, nor does another company", async () => {
  for (let sent = 0; sent < 100; sent++) {
    const answer = await plain
      .as("ingrid")
      .post("/auth/invite", given({ department: plain.departments.refunds.id }));
    if (answer.statusCode === 429) break;
  }
  expect((await plain.as("ingrid").post("/auth/invite", given({ email: "alva" }))).statusCode).toBe(400);
  const next = await plain
    .as("ingrid")
    .post("/auth/invite", given({ department: plain.departments.refunds.id }));
  expect([next.statusCode, Number(next.headers["retry-after"]) > 0]).toEqual([429, true]);
  const theirs = given({ department: plain.departments.claims.id });
  expect((await plain.as("freya").post("/auth/invite", theirs)).statusCode).toBe(200);
});

describe("an invitation", () => {
  test("an invitation expires after seven days, and can be sent again with a new link", async () => {
    const { token, invitationid, email } = await invited();
    world.clock.advance(7 * day);
    expect((await accept(token)).json()).toEqual(over);
    const ingrid = signedInAgain();
    expect((await ingrid.get("/admin/invitations")).json()).toContainEqual(
      expect.objectContaining({ invitationid }),
    );
    expect((await ingrid.post("/auth/invite-again", { invitationid })).statusCode).toBe(200);
    await world.drain();
    const next = tokenIn(await smtp.next(email));
    expect((await accept(token)).json()).toEqual(over);
    expect((await accept(next)).statusCode).toBe(200);
    expect((await ingrid.post("/auth/invite-again", { invitationid })).statusCode).toBe(404);
  });

  test("an invitation that was accepted or expired long ago is removed", async () => {
    const count = async () =>
      (await world.context.pool.query("select from invitation where accepted_on is null")).rowCount;
    await signedInAgain().post("/auth/invite", given());
    await removeOldInvitations(world.context);
    expect(await count()).toBeGreaterThan(0);
    world.clock.advance(37 * day);
    await removeOldInvitations(world.context);
    expect(await count()).toBe(0);
  });
});
