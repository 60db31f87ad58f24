import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openBrowser } from "../../../../test/world/browser.ts";
import { createMailDesk, type MailDesk } from "../../../../test/world/mail-desk.ts";
import type { SmtpStub } from "../../../../test/world/smtp.ts";
import { openVisitor } from "../../../../test/world/visitor.ts";
import { password, type World } from "../../../../test/world.ts";

let desk: MailDesk;
let world: World;
let smtp: SmtpStub;
beforeAll(async () => {
  desk = await createMailDesk();
  ({ world, smtp } = desk);
});
afterAll(() => desk.close());

const chosen = "Morning-train-7";
const send = (userid: string) => world.as("ingrid").post("/auth/send-reset", { userid });
async function mailedToken(email: string) {
  await world.drain();
  return /\/set-password#([\w-]{43})/.exec((await smtp.next(email)).text)?.[1] ?? "";
}
const reset = (email: string, visitor = openVisitor(world)) =>
  visitor.post("/auth/reset-password", { email, newPassword: chosen, confirmPassword: chosen });

test("another company's agent is not found, a disabled one gets no link", async () => {
  for (const userid of [world.agents.omar.id, randomUUID()])
    expect((await send(userid)).statusCode).toBe(404);
  const { id } = world.agents.jonas;
  await world.as("ingrid").post("/auth/delete-agent", { userid: id });
  expect((await send(id)).statusCode).toBe(409);
});

test("an agent sets a new password by the link, once; the audit log says so", async () => {
  const { id, email } = world.agents.mira;
  expect((await send(id)).json()).toEqual({ mailed: true });
  const token = await mailedToken(email);
  const visitor = openVisitor(world);
  expect((await visitor.post("/auth/login", { email, password })).statusCode).toBe(200);
  expect((await reset(email, visitor)).statusCode).toBe(400);
  expect((await visitor.post("/open-reset", { token })).json()).toEqual({ email });
  expect((await reset(email, visitor)).statusCode).toBe(200);
  expect((await visitor.post("/auth/login", { email, password: chosen })).json()).toHaveProperty("user");
  expect((await openVisitor(world).post("/open-reset", { token })).statusCode).toBe(404);
  const [entry] = (await world.as("ingrid").get("/admin/audit-log?topic=agents")).json();
  expect(entry).toMatchObject({ verb: "agent_send_reset", subject_name: "Mira Halvorsen" });
});

test("a link for several unconfirmed accounts is for the administrator's agent, and confirms their address", async () => {
  const email = "alva@street.example";
  const register = async (by: "ingrid" | "freya", department: string) =>
    (
      await world.as(by).post("/auth/register", {
        ...{ email, pass: password, confirmPassword: password, firstName: "Alva", lastName: "Berg" },
        department,
      })
    ).json().userid as string;
  await register("freya", world.departments.claims.id);
  const own = await register("ingrid", world.departments.refunds.id);
  await send(own);
  const visitor = openVisitor(world);
  await visitor.post("/open-reset", { token: await mailedToken(email) });
  expect((await reset(email, visitor)).statusCode).toBe(200);
  expect((await visitor.post("/auth/login", { email, password: chosen })).json()).toHaveProperty(
    "user.id",
    own,
  );
});

test("the link opens only the account it was sent for, for a day", async () => {
  const { id, email } = world.agents.naledi;
  await send(id);
  const token = await mailedToken(email);
  const visitor = openVisitor(world);
  await visitor.post("/open-reset", { token });
  expect((await reset(world.agents.tomas.email, visitor)).statusCode).toBe(400);
  world.clock.advance(24 * 3_600_000);
  expect((await openVisitor(world).post("/open-reset", { token })).statusCode).toBe(404);
  expect((await reset(email, visitor)).statusCode).toBe(400);
});

test("a company sends at most a hundred reset links a day", async () => {
  const ingrid = openBrowser(world.context, world.app, world.agents.ingrid);
  const statuses: number[] = [];
  for (let sent = 0; sent < 101; sent++) {
    const answer = await ingrid.post("/auth/send-reset", { userid: world.agents.omar.id });
    statuses.push(answer.statusCode);
  }
  expect(statuses).toEqual([...Array(100).fill(404), 429]);
});
