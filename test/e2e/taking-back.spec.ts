import type { Page } from "@playwright/test";
import { expectAccessible, expectNoFaults } from "./accessible.ts";
import type { AgentPage } from "./agent-page.ts";
import { expect, test } from "./fixtures.ts";
import { addFault } from "./phone-client.ts";
import { openShop, VisitorPage } from "./visitor-page.ts";

test.beforeEach(({ page }) => page.emulateMedia({ colorScheme: "dark", reducedMotion: "reduce" }));

const waiting = ({ page }: AgentPage) => page.getByRole("region", { name: "Not sent yet" });

/** The page runs this. */
async function turnTakingBackOn(): Promise<void> {
  const response = await fetch("/take-back", {
    method: "PUT",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ take_back: true }),
  });
  if (!response.ok) throw new Error(await response.text());
}

/** Mira signs in and has what she sends held for eight seconds. */
async function holdWhatISend(agent: AgentPage): Promise<void> {
  await agent.signIn("mira");
  await agent.page.evaluate(turnTakingBackOn);
  await agent.page.reload();
}

/** A text on the client's phone. */
const onPhone = (phone: Page, text: string) => phone.getByRole("main", { name: "Phone" }).getByText(text);

async function choose(agent: AgentPage, text: string, item: string): Promise<void> {
  const { page } = agent;
  const message = agent.bubble(text);
  await message.hover();
  await message.getByRole("button", { name: "Message actions" }).click();
  await page.getByRole("menuitem", { name: item }).click();
}

test("a text that leaves later is not on the client's phone before, is changed, taken back, and sent", async ({
  agent,
  client,
  openPhone,
  page,
}) => {
  await agent.signIn("mira");
  await client.write("When does the ferry leave?");
  await agent.accept(client.name);
  await expect(agent.bubble("When does")).toBeVisible();
  const phone = await openPhone(client);
  await expect(onPhone(phone, "When does the ferry leave?")).toBeVisible();

  await agent.composer.fill("At seven.");
  await page.getByRole("button", { name: "Send later…" }).click();
  await expectAccessible(page, "send later");
  await page.getByRole("button", { name: "In one hour" }).click();
  await expect(waiting(agent).getByText("At seven.")).toBeVisible();
  await expect(agent.chat.getByText("At seven.")).toHaveCount(0);
  await expect(page.getByRole("button", { name: /leaves later/ })).toBeVisible();

  await waiting(agent).getByRole("button", { name: "Change" }).click();
  await page.getByRole("textbox", { name: "Text" }).fill("At eight.");
  await page.getByRole("button", { name: "Save the text" }).click();
  await expect(waiting(agent).getByText("At eight.")).toBeVisible();
  await waiting(agent).getByRole("button", { name: "Take back" }).click();
  await expect(agent.composer).toHaveValue("At eight.");
  await expect(waiting(agent)).toHaveCount(0);

  await agent.composer.fill("At nine.");
  await agent.composer.press("Alt+Enter");
  await page.getByRole("button", { name: "Tomorrow at 9:00" }).click();
  await expect(waiting(agent).getByText("At nine.")).toBeVisible();
  expect((await client.messages()).map(({ text }) => text)).toEqual(["When does the ferry leave?"]);
  await waiting(agent).getByRole("button", { name: "Send now" }).click();
  await expect(agent.bubble("At nine.")).toBeVisible();
  await expect(onPhone(phone, "At nine.")).toBeVisible();
  await expect(onPhone(phone, "At eight.")).toHaveCount(0);
});

test("a held text is taken back with Ctrl+Z, and the client's phone never has it", async ({
  agent,
  client,
}) => {
  await holdWhatISend(agent);
  await client.write("Is it on its way?");
  await agent.accept(client.name);
  await expect(agent.bubble("Is it on")).toBeVisible();
  await agent.composer.fill("Yes, to Olso.");
  await agent.composer.press("Enter");
  await expect(waiting(agent).getByText(/Will be sent in \d seconds?/)).toBeVisible();
  await agent.composer.press("Control+z");
  await expect(agent.composer).toHaveValue("Yes, to Olso.");
  await agent.composer.fill("Yes, to Oslo.");
  await agent.composer.press("Enter");
  await expect(waiting(agent)).toBeVisible();
  await expect(agent.bubble("Yes, to Oslo.")).toBeVisible({ timeout: 15_000 });
  await expect(waiting(agent)).toHaveCount(0);
  await expect
    .poll(async () => (await client.messages()).map(({ text }) => text))
    .toEqual(["Is it on its way?", "Yes, to Oslo."]);
});

test("the client writes before a held text leaves: it stops, the agent is told, and sends it with one more click", async ({
  agent,
  client,
  page,
}) => {
  await holdWhatISend(agent);
  await client.write("Please cancel my trip.");
  await agent.accept(client.name);
  await expect(agent.bubble("Please cancel")).toBeVisible();
  await agent.composer.fill("It is cancelled.");
  await agent.composer.press("Enter");
  await expect(waiting(agent).getByText("It is cancelled.")).toBeVisible();
  await client.write("No, wait!");
  await expect(waiting(agent).getByRole("alert")).toContainText("The client has written something new.", {
    timeout: 15_000,
  });
  await expect(agent.bubble("No, wait!")).toBeVisible();
  await expectAccessible(page, "a text that has stopped");
  expect((await client.messages()).map(({ text }) => text)).not.toContain("It is cancelled.");
  await waiting(agent).getByRole("button", { name: "Send now" }).click();
  await expect
    .poll(async () => (await client.messages()).map(({ text }) => text))
    .toContain("It is cancelled.");
});

test("an edit and a deletion are on the client's phone, an uncertain one says so, and administrators read the history", async ({
  agent,
  colleague: admin,
  client,
  company,
  simulatorUrl,
  openPhone,
  page,
}) => {
  await agent.signIn("mira");
  await client.write("When?");
  await agent.accept(client.name);
  await agent.write("At seven.");
  const phone = await openPhone(client);
  await expect(onPhone(phone, "At seven.")).toBeVisible();

  await choose(agent, "At seven.", "Edit");
  await page.getByRole("textbox", { name: "Text" }).fill("At nine.");
  await expectAccessible(page, "edit a message");
  await page.getByRole("button", { name: "Save" }).click();
  await expect(agent.bubble("At nine.")).toBeVisible();
  await expect(onPhone(phone, "At nine.")).toBeVisible();
  await expect(onPhone(phone, "At seven.")).toHaveCount(0);

  await addFault(simulatorUrl, company.bot, { kind: "acceptThenDrop", method: "editMessageText" });
  await choose(agent, "At nine.", "Edit");
  await page.getByRole("textbox", { name: "Text" }).fill("At ten.");
  await page.getByRole("button", { name: "Save" }).click();
  await expect(page.getByText("The client may see the changed text: the answer was lost.")).toBeVisible();
  await page.getByRole("button", { name: "Try again" }).click();
  await expect(agent.bubble("At ten.")).toBeVisible();
  await expect(onPhone(phone, "At ten.")).toBeVisible();

  await choose(agent, "At ten.", "Delete");
  await page.getByRole("dialog").getByRole("button", { name: "Delete" }).click();
  await expect(agent.bubble("At ten.")).toHaveCount(0);
  await expect(onPhone(phone, "At ten.")).toHaveCount(0);
  await expect(page.getByRole("button", { name: "History" })).toHaveCount(0);

  await admin.signIn("ingrid");
  await admin.open(client.name);
  await admin.page.getByRole("button", { name: "History" }).click();
  const history = admin.page.getByRole("dialog");
  for (const text of ["At seven.", "At nine.", "At ten."])
    await expect(history.getByText(text)).toBeVisible();
  await expectAccessible(admin.page, "history of a message");
});

test("a visitor's frame follows an edit and a deletion", async ({ agent, browser, page }) => {
  await agent.signIn("ingrid");
  const shop = await openShop(agent);
  const visitor = await VisitorPage.open(browser, shop);
  await visitor.begin("When do you open?");
  await agent.accept("Visitor");
  await agent.write("At seven.");
  await expect(visitor.chat.getByText("At seven.")).toBeVisible();
  await choose(agent, "At seven.", "Edit");
  await page.getByRole("textbox", { name: "Text" }).fill("At nine.");
  await page.getByRole("button", { name: "Save" }).click();
  await expect(visitor.chat.getByText("At nine.")).toBeVisible();
  await expect(visitor.chat.getByText("At seven.")).toHaveCount(0);
  await choose(agent, "At nine.", "Delete");
  await page.getByRole("dialog").getByRole("button", { name: "Delete" }).click();
  await expect(visitor.chat.getByText("At nine.")).toHaveCount(0);
  await expect(visitor.chat.getByText("Message deleted")).toBeVisible();
  await visitor.page.context().close();
  await shop.host.stop();
});

test("a visitor's frame never has what was taken back, whether it was to leave later or held", async ({
  agent,
  browser,
  page,
}) => {
  await agent.signIn("ingrid");
  const shop = await openShop(agent);
  const visitor = await VisitorPage.open(browser, shop);
  await visitor.begin("When do you open?");
  await agent.accept("Visitor");
  await expect(agent.bubble("When do you open?")).toBeVisible();

  await agent.composer.fill("At six.");
  await page.getByRole("button", { name: "Send later…" }).click();
  await page.getByRole("button", { name: "In one hour" }).click();
  await expect(waiting(agent).getByText("At six.")).toBeVisible();
  await waiting(agent).getByRole("button", { name: "Take back" }).click();
  await expect(agent.composer).toHaveValue("At six.");
  await agent.composer.fill("");

  await page.evaluate(turnTakingBackOn);
  await page.reload();
  await agent.composer.fill("At sevn.");
  await agent.composer.press("Enter");
  await expect(waiting(agent).getByText(/Will be sent in \d seconds?/)).toBeVisible();
  await agent.composer.press("Control+z");
  await expect(agent.composer).toHaveValue("At sevn.");
  await agent.composer.fill("At seven.");
  await agent.composer.press("Enter");
  await expect(visitor.chat.getByText("At seven.")).toBeVisible({ timeout: 15_000 });
  for (const text of ["At six.", "At sevn."]) await expect(visitor.chat.getByText(text)).toHaveCount(0);
  await visitor.page.context().close();
  await shop.host.stop();
});

test("an administrator takes over what a colleague who left was to send, and the client gets it once", async ({
  agent,
  colleague: admin,
  client,
}) => {
  await agent.signIn("mira");
  await client.write("Is my seat booked?");
  await agent.accept(client.name);
  await agent.composer.fill("Seat 12A is yours.");
  await agent.page.getByRole("button", { name: "Send later…" }).click();
  await agent.page.getByRole("button", { name: "In one hour" }).click();
  await expect(waiting(agent).getByText("Seat 12A is yours.")).toBeVisible();
  const mira = await agent.page.evaluate(async () => (await (await fetch("/auth/profile")).json()).userid);

  await admin.signIn("ingrid");
  await admin.open(client.name);
  await expect(waiting(admin).getByText("Seat 12A is yours.")).toBeVisible();
  await expect(admin.page.getByRole("button", { name: "Take over" })).toHaveCount(0);
  await admin.page.evaluate(async (userid) => {
    const headers = { "content-type": "application/json" };
    await fetch("/auth/delete-agent", { method: "POST", headers, body: JSON.stringify({ userid }) });
  }, mira);
  await expect(waiting(admin).getByRole("alert")).toContainText("Its writer's account is disabled.");
  await expectAccessible(admin.page, "texts of a colleague who left");
  await admin.page.getByRole("button", { name: /leaves later/ }).click();
  const list = admin.page.getByRole("dialog");
  await expect(list.getByText("Seat 12A is yours.")).toBeVisible();
  await expectNoFaults(admin.page, "the list with texts of a colleague who left");
  await list.getByRole("button", { name: "Take over" }).click();
  await expect(list.getByRole("button", { name: "Send now" })).toBeVisible();
  await admin.page.keyboard.press("Escape");
  await admin.page.getByRole("button", { name: "Accept" }).last().click();
  await expect(admin.composer).toBeVisible();
  await waiting(admin).getByRole("button", { name: "Send now" }).click();
  await expect(admin.bubble("Seat 12A is yours.")).toBeVisible();
  await expect
    .poll(async () => (await client.messages()).map(({ text }) => text))
    .toEqual(["Is my seat booked?", "Seat 12A is yours."]);
});
