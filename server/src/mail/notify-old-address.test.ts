import { afterAll, beforeAll, expect, test } from "vitest";
import { createMailDesk, type MailDesk } from "../../../test/world/mail-desk.ts";
import { codeIn, type SmtpStub } from "../../../test/world/smtp.ts";
import { password, type World } from "../../../test/world.ts";

let desk: MailDesk;
let world: World;
let smtp: SmtpStub;
beforeAll(async () => {
  desk = await createMailDesk();
  ({ world, smtp } = desk);
});
afterAll(() => desk.close());

const own = { first_name: "Mira", last_name: "Halvorsen" };
const update = (email: string) => world.as("mira").post("/auth/update-profile", { ...own, email, password });

test("a change of name or letter case, or a refused one, sends no mail", async () => {
  const { email } = world.agents.mira;
  expect((await update(email)).statusCode).toBe(200);
  expect((await update(email.replace("mira", "Mira"))).statusCode).toBe(200);
  expect((await update(world.agents.jonas.email)).statusCode).toBe(409);
  await world.drain();
  expect(smtp.received).toEqual([]);
});

test("an agent who changes their own address is notified at the old one once the new one is confirmed", async () => {
  expect((await update("mirela@harbour.example")).statusCode).toBe(200);
  await world.drain();
  const [asking, ...none] = smtp.received.splice(0);
  expect([asking?.to, none]).toEqual(["mirela@harbour.example", []]);
  const code = asking ? codeIn(asking) : "";
  expect((await world.as("mira").post("/auth/confirm-address-change", { code })).statusCode).toBe(200);
  await world.drain();
  const [mail, ...others] = smtp.received.splice(0);
  expect(others).toEqual([]);
  expect(mail).toMatchObject({
    to: "Mira@harbour.example",
    subject: "Your Parley email address was changed",
  });
  expect(mail?.text).toContain("The address of your account is now mirela@harbour.example.");
});

test("an agent whose address an administrator changes is notified at the old one, too", async () => {
  const { jonas } = world.agents;
  const answer = await world.as("ingrid").put("/auth/update-account", {
    userid: jonas.id,
    email: "j.weber@harbour.example",
    first_name: "Jonas",
    last_name: "Weber",
    departmentid: world.departments.bookings.id,
  });
  expect(answer.statusCode).toBe(200);
  await world.drain();
  expect(smtp.received.map(({ to }) => to)).toEqual([jonas.email]);
});
