import { hash } from "@node-rs/argon2";
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { createMailDesk, type MailDesk } from "../../../../test/world/mail-desk.ts";
import { codeIn, type SmtpStub } from "../../../../test/world/smtp.ts";
import { openVisitor, type Visitor } from "../../../../test/world/visitor.ts";
import { countStatements, type World } from "../../../../test/world.ts";
import { isCommonPassword } from "../../people/passwords/common-passwords.ts";
import { splitName } from "./register.ts";

vi.mock("@node-rs/argon2", { spy: true });

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
const newCompany = (other: object = {}) => ({
  contact_person: "Astrid Berg",
  company_name: "Fjord Ferries",
  company_phone: "",
  company_email: `astrid${++number}@fjord.example`,
  password: "Slow-boats-2-Bergen",
  prod_name: "parley",
  country: "NO",
  ...other,
});
type Data = ReturnType<typeof newCompany>;
const precheck = (data: object) => visitor.post("/precheck", { data });
const register = (data: object, by = visitor, path = "/register-company") => by.post(path, { data });

async function prove(email: string, by = visitor) {
  expect((await by.post("/send-email-verification", { email })).statusCode).toBe(200);
  await world.drain();
  const code = codeIn(await smtp.next(email));
  expect((await by.post("/verify-email-code", { email, code })).statusCode).toBe(200);
}
const companies = async (): Promise<number> =>
  (await world.context.pool.query("select count(*)::int from company")).rows[0].count;

describe("the check before registration", () => {
  test.each<[object, string[]]>([
    [{ contact_person: " " }, ["Please fill in all fields"]],
    [{ company_name: "" }, ["Please fill in all fields"]],
    [{ company_email: "" }, ["Please fill in all fields"]],
    [{ password: "" }, ["Please fill in all fields"]],
    [{ country: "" }, ["Please select a country"]],
    [{ country: "ZZ" }, ["Please select a country"]],
    [{ company_email: "astrid@" }, ["Please enter a valid email address"]],
    [
      { password: "boats" },
      [
        "At least 8 characters",
        "At least one uppercase letter",
        "At least one number",
        "At least one special character (!@#$...)",
      ],
    ],
    [{ password: "BOATS-BOATS-1" }, ["At least one lowercase letter"]],
    [{ password: "P@ssw0rd1!" }, ["This password is one of the most common ones"]],
    [
      { contact_person: "", password: "Boats-boats", country: "no" },
      ["Please fill in all fields", "Please select a country", "At least one number"],
    ],
  ])("the check before registration refuses %j with every broken rule", async (other, message) => {
    const answer = await precheck(newCompany(other));
    const reasons = message.map(() => ({ code: expect.any(String), facts: {} }));
    expect([answer.statusCode, answer.json()]).toEqual([400, { message, code: "invalid", reasons }]);
  });

  test("the check before registration answers an address with an account like one without, after the same statements", async () => {
    const seen = [];
    for (const company_email of [" MIRA@harbour.example ", newCompany().company_email]) {
      const { statements, answer } = await countStatements(world, () =>
        precheck(newCompany({ company_email })),
      );
      seen.push({
        status: answer.statusCode,
        body: answer.body,
        headers: Object.keys(answer.headers),
        statements,
      });
    }
    expect(seen[0]).toMatchObject({ status: 200, body: "{}" });
    expect(seen[1]).toEqual(seen[0]);
  });

  test("the check before registration accepts valid input, without a phone, and creates and mails nothing yet", async () => {
    const before = await companies();
    const data = newCompany();
    const answer = await precheck(data);
    expect([answer.statusCode, answer.json()]).toEqual([200, {}]);
    await world.drain();
    expect(await companies()).toBe(before);
    expect(smtp.received.filter(({ to }) => to === data.company_email)).toEqual([]);
  });

  test("the check before registration refuses fields without their envelope", async () => {
    expect((await visitor.post("/precheck", newCompany())).statusCode).toBe(400);
  });
});

describe("registering without this browser's grant", () => {
  async function refused(data: Data, by = visitor) {
    const before = await companies();
    vi.mocked(hash).mockClear();
    const answer = await register(data, by);
    expect([answer.statusCode, answer.json()]).toEqual([
      400,
      {
        message: "Expired verification session",
        code: "invalid",
        reason: { code: "expired_verification", facts: {} },
      },
    ]);
    expect(await companies()).toBe(before);
    // No password is hashed for an invalid request.
    expect(hash).not.toHaveBeenCalled();
  }

  test("registering without any grant is refused", () => refused(newCompany()));

  test("registering with another browser's proof is refused", async () => {
    const data = newCompany();
    await prove(data.company_email);
    await refused(data, openVisitor(world));
  });

  test("registering with a made-up grant is refused", async () => {
    visitor.cookies.set("parley-registration", "A".repeat(43));
    await refused(newCompany());
  });

  test("registering with the proof of another address is refused", async () => {
    await prove(newCompany().company_email);
    await refused(newCompany());
  });

  test("registering with the grant of a password reset is refused", async () => {
    const email = world.agents.omar.email;
    await visitor.post("/send-reset-password-code", { email });
    await world.drain();
    const code = codeIn(await smtp.next(email));
    await visitor.post("/verify-email-code", { email, code, isPasswordReset: true });
    visitor.cookies.set("parley-registration", visitor.cookies.get("parley-reset") ?? "");
    await refused(newCompany({ company_email: email }));
  });

  test("registering a quarter of an hour after the proof is refused", async () => {
    const data = newCompany();
    await prove(data.company_email);
    world.clock.advance(900_000);
    await refused(data);
  });

  test("registering with invalid fields is refused, which keeps the grant", async () => {
    const data = newCompany();
    await prove(data.company_email);
    expect((await register({ ...data, password: "weak" })).statusCode).toBe(400);
    expect((await register(data)).statusCode).toBe(200);
  });
});

describe("registering with the grant", () => {
  test("registering with the grant makes the company, its department General and its first admin, once", async () => {
    const data = newCompany({ contact_person: "Astrid van den Berg", lang: "nl", company_phone: "+47 1" });
    await prove(data.company_email);
    const answer = await register({ ...data, role: "moderator", companyid: world.companies.harbour.id });
    expect(answer.statusCode).toBe(200);
    const { companyid } = answer.json();
    const { rows } = await world.context.pool.query(
      `select company.name, country, phone, plan, set_up_on, agent.email, first_name, last_name, role, lang, department.name as department
       from company join agent using (company_id) join department on department.company_id = company.company_id
       where company.company_id = $1`,
      [companyid],
    );
    expect(rows).toEqual([
      {
        name: "Fjord Ferries",
        country: "NO",
        phone: "+47 1",
        plan: "Free",
        set_up_on: null,
        email: data.company_email,
        first_name: "Astrid",
        last_name: "van den Berg",
        role: "admin",
        lang: "nl",
        department: "General",
      },
    ]);
    expect((await register(data)).json().message).toBe("Expired verification session");
    const login = await visitor.post("/auth/login", { email: data.company_email, password: data.password });
    expect([login.statusCode, login.json().user.role]).toEqual([200, "admin"]);
  });

  test("the registration also exists under the path with the product's name, and an empty phone is stored as N/A", async () => {
    const data = newCompany();
    await prove(data.company_email);
    const answer = await register(data, visitor, "/parley/register-company");
    expect(answer.statusCode).toBe(200);
    const { rows } = await world.context.pool.query("select phone from company where company_id = $1", [
      answer.json().companyid,
    ]);
    expect(rows[0].phone).toBe("N/A");
  });

  test.each([
    ["Europe/Oslo", "Europe/Oslo"],
    ["+02:00", "UTC"],
    ["Nowhere/Land", "UTC"],
    ["x".repeat(200), "UTC"],
    [7, "UTC"],
    [undefined, "UTC"],
  ])("the time zone %j of a browser makes a company of %s", async (time_zone, kept) => {
    const data = newCompany({ time_zone });
    await prove(data.company_email);
    const answer = await register(data);
    expect(answer.statusCode).toBe(200);
    const { rows } = await world.context.pool.query("select time_zone from company where company_id = $1", [
      answer.json().companyid,
    ]);
    expect(rows).toEqual([{ time_zone: kept }]);
  });

  test("registering twice at once makes one company", async () => {
    const data = newCompany();
    await prove(data.company_email);
    const before = await companies();
    const answers = await Promise.all([register(data), register(data), register(data)]);
    expect(answers.map((answer) => answer.statusCode).sort()).toEqual([200, 400, 400]);
    expect(await companies()).toBe(before + 1);
  });

  test("registering keeps password and code out of the log", async () => {
    const data = newCompany();
    await prove(data.company_email);
    await register(data);
    expect(world.logged.join("")).not.toContain(data.password);
  });
});

test("an address with an account gets the same answer to a code request, and its owner is notified by mail", async () => {
  const email = world.agents.tomas.email;
  const answer = await visitor.post("/send-email-verification", { email, lang: "ja" });
  expect([answer.statusCode, answer.json()]).toEqual([200, {}]);
  await world.drain();
  const mail = await smtp.next(email);
  expect(mail.subject).toBe("You already have a Parley account");
  expect(mail.text).toContain(`${world.context.config.publicUrl}/login`);
  expect(mail.text).not.toMatch(/\d{6}/);
});

test("an address with an account goes the whole way like one without, and no code completes it", async () => {
  const seen = [];
  for (const email of [world.agents.naledi.email, newCompany().company_email]) {
    const by = openVisitor(world);
    const data = newCompany({ company_email: email });
    const answers = [
      await by.post("/precheck", { data }),
      await by.post("/send-email-verification", { email }),
      await by.post("/verify-email-code", { email, code: "x" }),
      await register(data, by),
    ];
    seen.push(answers.map(({ statusCode, json, cookies }) => [statusCode, json(), cookies.length]));
  }
  expect(seen[0]?.map(([status]) => status)).toEqual([200, 200, 400, 400]);
  expect(seen[1]).toEqual(seen[0]);
});

test.each([
  ["P@ssw0rd1!", true],
  ["Password123!", true],
  ["!!!Qwerty123!!!", true],
  ["Iloveyou2!", true],
  ["Slow-boats-2-Bergen", false],
  ["Correct-horse-7-battery", false],
])("the password %s is common: %s", async (password, common) => {
  expect(await isCommonPassword(password)).toBe(common);
});

test.each([
  ["Astrid Berg", "", ["Astrid", "Berg"]],
  ["Astrid  van den Berg", "", ["Astrid", "van den Berg"]],
  ["Mary Jane Watson", "Mary Jane", ["Mary Jane", "Watson"]],
  ["Mary Jane Watson", "Peter", ["Mary", "Jane Watson"]],
  ["西村", "", ["西村", ""]],
])("the name %j with first name %j is split into %j", (contact_person, first_name, [firstName, lastName]) => {
  expect(splitName({ contact_person, first_name })).toEqual({ firstName, lastName });
});
