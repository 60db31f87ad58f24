import type { Locator, Page } from "@playwright/test";
import { appears } from "./appears.ts";
import { password } from "./company-plan.ts";
import { expect, test } from "./fixtures.ts";

/** Moves the focus with Tab until it is on the wanted control, like a person without a mouse. */
async function tabTo(page: Page, wanted: Locator, key: "Tab" | "Shift+Tab" = "Tab"): Promise<void> {
  await expect(wanted).toBeVisible();
  for (let presses = 0; presses < 120; presses++) {
    if (await wanted.evaluate((element) => element === document.activeElement)) return;
    await page.keyboard.press(key);
  }
  throw new Error(`${wanted} cannot be reached with ${key}`);
}

async function press(page: Page, wanted: Locator, key?: "Tab" | "Shift+Tab"): Promise<void> {
  await tabTo(page, wanted, key);
  await page.keyboard.press("Enter");
}

async function openBar(page: Page): Promise<void> {
  await page.keyboard.press("Control+k");
  await expect(page.getByRole("combobox", { name: "What are you looking for?" })).toBeFocused();
}

/** Moves the command bar's highlight down to a result. */
async function downTo(page: Page, name: RegExp): Promise<void> {
  const wanted = page.getByRole("option", { name });
  await expect(wanted).toBeVisible();
  for (let presses = 0; presses < 20; presses++) {
    if ((await wanted.getAttribute("data-highlighted")) !== null) return;
    await page.keyboard.press("ArrowDown");
  }
  throw new Error(`${name} cannot be reached`);
}

/** Finds a client's ticket with the command bar. */
async function find(page: Page, name: string): Promise<void> {
  await openBar(page);
  await page.keyboard.type(name);
  await expect(page.getByRole("option", { name: new RegExp(name) }).first()).toBeVisible();
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { name, level: 2 })).toBeVisible();
  await expect(page.getByRole("dialog")).toHaveCount(0);
}

test("a whole shift works by keyboard alone: sign in, accept, reply, pin, search, reassign, close, sign out", async ({
  agent,
  client,
  company,
  newClient,
}) => {
  test.setTimeout(90_000);
  const { page } = agent;
  const other = await newClient("Rosa of the refund");
  await client.write("Which gate do I take?");
  await other.write("I want my money back");

  await page.goto("/login");
  await tabTo(page, page.getByLabel("Email"));
  await page.keyboard.type(company.emails.mira);
  await tabTo(page, page.getByLabel("Password", { exact: true }));
  await page.keyboard.type(password);
  await page.keyboard.press("Enter");
  await expect(agent.ticket(client.name)).toBeVisible();
  await expect(agent.ticket(other.name)).toBeVisible();

  await find(page, client.name);
  await page.keyboard.press("a");
  await expect(agent.composer).toBeFocused();
  await page.keyboard.type("Gate B 14");
  await expect(agent.composer).toHaveValue("Gate B 14");
  await page.keyboard.press("Enter");
  await expect(agent.bubble("Gate B 14").getByRole("img", { name: "Sent", exact: true })).toBeVisible();

  const question = agent.bubble("Which gate do I take?");
  await press(page, question.getByRole("button", { name: "Message actions" }), "Shift+Tab");
  await expect(page.getByRole("menuitem", { name: "Pin" })).toBeVisible();
  await page.keyboard.type("p");
  await expect(page.getByRole("menuitem", { name: "Pin" })).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(question.getByRole("img", { name: "Pinned" })).toBeVisible();

  await press(page, page.getByRole("button", { name: "Search messages" }), "Shift+Tab");
  await expect(page.getByRole("searchbox", { name: "Search messages" })).toBeFocused();
  await page.keyboard.type("gate");
  const jumped = appears(page, "Which gate", "[role=log] [data-highlighted]");
  await press(page, page.getByRole("button", { name: /Which gate/ }));
  await jumped;
  await page.keyboard.press("Escape");

  await find(page, other.name);
  await page.keyboard.press("a");
  await press(page, page.getByRole("button", { name: "Reassign" }));
  const dialog = page.getByRole("dialog", { name: "Reassign this ticket" });
  await expect(dialog).toBeVisible();
  await tabTo(page, dialog.getByRole("radio").first());
  const refunds = dialog.getByRole("radio", { name: /Refunds/ });
  for (let presses = 0; presses < 6 && !(await refunds.isChecked()); presses++) {
    await page.keyboard.press("ArrowDown");
  }
  await expect(refunds).toBeChecked();
  await press(page, dialog.getByRole("button", { name: "Reassign" }));
  await expect(agent.ticket(other.name)).toHaveCount(0);

  await find(page, client.name);
  await press(page, page.getByRole("button", { name: "Close", exact: true }));
  await press(page, page.getByRole("button", { name: "Yes" }));
  await expect(agent.ticket(client.name)).toHaveCount(0);

  await press(page, page.getByRole("button", { name: "Log out" }), "Shift+Tab");
  await expect(page).toHaveURL(/\/login/);
});

test("keys work on other layouts and never in a field; a question mark opens their list", async ({
  agent,
  client,
}) => {
  const { page } = agent;
  await client.write("Hello");
  await agent.signIn("mira");
  await expect(agent.ticket(client.name)).toBeVisible();
  await page.keyboard.press("?");
  await expect(page.getByRole("dialog", { name: "Keyboard shortcuts" })).toContainText(
    "Accept the open ticket",
  );
  await page.keyboard.press("Escape");
  await find(page, client.name);
  // The key of A on a Cyrillic layout.
  await page.evaluate(() =>
    document.dispatchEvent(new KeyboardEvent("keydown", { code: "KeyA", key: "ф", bubbles: true })),
  );
  await expect(agent.composer).toBeEnabled();
  await agent.composer.focus();
  await page.keyboard.type("jka?");
  await expect(agent.composer).toHaveValue("jka?");
  await expect(page.getByRole("heading", { name: client.name, level: 2 })).toBeVisible();
});

test("the command bar finds actions, colleagues and words of messages", async ({ agent, client }) => {
  const { page } = agent;
  const word = `zanzibar${Date.now()}`;
  await client.write(`To ${word}, please`);
  await agent.signIn("mira");
  await expect(agent.ticket(client.name)).toBeVisible();
  await page.getByRole("button", { name: "Find or do anything" }).click();
  await expect(page.getByRole("combobox", { name: "What are you looking for?" })).toBeFocused();
  await page.keyboard.type("nobody has this name");
  await expect(page.getByText("Nothing found")).toBeVisible();
  await page.keyboard.press("Control+a");
  await page.keyboard.type(word);
  await page
    .getByRole("option", { name: new RegExp(client.name) })
    .first()
    .click();
  await expect(agent.bubble(word)).toBeVisible();
  await expect(page.getByRole("main")).toBeFocused();
  await openBar(page);
  await page.keyboard.type("closed tickets");
  await downTo(page, /Go to the closed tickets/);
  await page.keyboard.press("Enter");
  await expect(page.getByRole("tab", { name: "Closed" })).toHaveAttribute("aria-selected", "true");
  await openBar(page);
  await page.keyboard.type("jonas");
  await expect(page.getByRole("option", { name: /Jonas Weber/ })).toBeVisible();
  await downTo(page, /Jonas Weber/);
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/colleague=/);
});
