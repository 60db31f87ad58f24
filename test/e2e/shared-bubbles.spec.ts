import type { Locator, Page } from "@playwright/test";
import { expectAccessible } from "./accessible.ts";
import type { AgentPage } from "./agent-page.ts";
import { expect, test } from "./fixtures.ts";
import type { PhoneClient } from "./phone-client.ts";

test.beforeEach(({ page }) => page.emulateMedia({ colorScheme: "dark", reducedMotion: "reduce" }));

const texts = async (client: PhoneClient) => (await client.messages()).map(({ text }) => text);

async function share(
  admin: AgentPage,
  {
    name,
    content,
    more,
  }: { name: string; content: string; more?: (dialog: Locator, page: Page) => Promise<void> },
): Promise<void> {
  const { page } = admin;
  await page.getByRole("button", { name: "New bubble" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Name").fill(name);
  await dialog.getByLabel("Content").fill(content);
  await more?.(dialog, page);
  await dialog.getByRole("button", { name: "Save" }).click();
  await expect(dialog).toHaveCount(0);
  await expect(page.getByRole("button", { name: new RegExp(`^${name}`) })).toBeVisible();
}

async function insert(agent: AgentPage, before: string, word: string, name: string): Promise<void> {
  await agent.composer.pressSequentially(`${before}/${word}`);
  await expect(agent.page.getByRole("option", { name: new RegExp(`^${name}`) })).toBeVisible();
  await agent.composer.press("Enter");
}

test("an administrator shares bubbles and a macro, which an agent uses and undoes", async ({
  agent,
  colleague: admin,
  client,
}) => {
  await agent.signIn("mira");
  await client.write("Is my refund on its way?");
  await agent.accept(client.name);
  await expect(agent.bubble("Is my refund")).toBeVisible();
  await admin.signIn("ingrid");
  await admin.page.emulateMedia({ colorScheme: "dark", reducedMotion: "reduce" });
  await admin.page.goto("/admin-panel/settings#bubbles");
  await expect(admin.page.getByText("No shared bubbles yet")).toBeVisible();
  await share(admin, {
    name: "Greeting",
    content: "Good day {{client.first_name}}, {{agent.first_name}} here.",
    more: (dialog) =>
      dialog
        .locator('input[type="file"]')
        .setInputFiles({ name: "terms.txt", mimeType: "text/plain", buffer: Buffer.from("The terms.") }),
  });
  await share(admin, { name: "Order", content: "Your order {{order.number}} is ready." });
  await share(admin, {
    name: "Settled",
    content: "All done, {{client.first_name}}!",
    async more(dialog, page) {
      await dialog.getByRole("combobox", { name: "Add an action" }).click();
      await page.getByRole("option", { name: "Snooze" }).click();
    },
  });

  await expectAccessible(admin.page, "shared bubbles");
  await admin.page.getByRole("button", { name: /^Settled/ }).click();
  await expect(admin.page.getByRole("dialog")).toBeVisible();
  await expectAccessible(admin.page, "a shared bubble");
  await admin.page.getByRole("button", { name: "Cancel" }).click();
  await admin.page.getByRole("button", { name: "Import" }).click();
  await expectAccessible(admin.page, "import of bubbles");
  await admin.page.getByRole("dialog").getByRole("button", { name: "Close" }).click();

  await insert(agent, "Hello! ", "gree", "Greeting");
  await expect(agent.composer).toHaveValue("Hello! Good day Dimitar, Mira here.");
  await expect(agent.page.getByText("terms.txt")).toBeVisible();
  await expect(agent.page.getByRole("button", { name: "Send", exact: true })).toBeEnabled();
  await agent.composer.press("Enter");
  await expect.poll(() => texts(client)).toContain("Hello! Good day Dimitar, Mira here.");
  await expect.poll(async () => (await client.messages()).some(({ type }) => type === "document")).toBe(true);

  await insert(agent, "", "order", "Order");
  await expect(agent.page.getByText("{{order.number}}", { exact: true })).toBeVisible();
  await expectAccessible(agent.page, "an unknown variable");
  await agent.composer.press("Enter");
  await expect(agent.page.getByRole("button", { name: "Send anyway" })).toBeVisible();
  expect((await texts(client)).join()).not.toContain("{{");
  await agent.composer.fill("Your order is ready.");
  await agent.composer.press("Enter");
  await expect.poll(() => texts(client)).toContain("Your order is ready.");

  await insert(agent, "", "settl", "Settled");
  await expect(agent.page.getByRole("region", { name: "What Settled does" })).toContainText(
    "snooze until tomorrow at opening",
  );
  await expectAccessible(agent.page, "a macro");
  await agent.composer.press("Enter");
  await expect.poll(() => texts(client)).toContain("All done, Dimitar!");
  await expect(agent.page.getByText(/Snoozed until .*, by Mira/)).toBeVisible();
  await agent.page.getByRole("button", { name: "Undo" }).click();
  await expect(agent.page.getByText("The ticket is as it was before")).toBeVisible();
  await expect(agent.page.getByText(/Snoozed until/)).toHaveCount(0);
  expect((await texts(client)).filter((text) => text === "All done, Dimitar!")).toHaveLength(1);
  await admin.page.reload();
  await expect(admin.page.getByRole("button", { name: /^Greeting.*used 1 time$/ })).toBeVisible();
});

test("settings and picker of bubbles fit on a phone, and a file deleted under a bubble keeps the text", async ({
  agent,
  colleague: admin,
  client,
}) => {
  await admin.signIn("ingrid");
  await admin.page.setViewportSize({ width: 390, height: 844 });
  await admin.page.goto("/admin-panel/settings#bubbles");
  await share(admin, {
    name: "Terms",
    content: "Here are our terms.",
    more: (dialog) =>
      dialog.locator('input[type="file"]').setInputFiles({
        name: "a-very-long-name-of-our-terms-and-conditions.txt",
        mimeType: "text/plain",
        buffer: Buffer.from("The terms."),
      }),
  });
  await noOverflow(admin.page);
  await agent.signIn("mira");
  await client.write("What are your terms?");
  await agent.accept(client.name);
  await agent.page.setViewportSize({ width: 390, height: 844 });
  await expect(agent.composer).toBeVisible();
  await agent.page.route("**/files/**", (route) => route.fulfill({ status: 404 }));
  await agent.page.getByRole("button", { name: "Insert a bubble" }).click();
  await agent.page.getByRole("option", { name: /^Terms/ }).click();
  await expect(agent.composer).toHaveValue("Here are our terms.");
  await expect(agent.page.getByText("It was deleted from the bubble. The text stays.")).toBeVisible();
  await noOverflow(agent.page);
  await agent.composer.press("Enter");
  await expect.poll(() => texts(client)).toContain("Here are our terms.");
});

async function noOverflow(page: Page): Promise<void> {
  expect(await page.evaluate("document.documentElement.scrollWidth <= innerWidth")).toBe(true);
}
