import type { Page } from "@playwright/test";
import { expectAccessible } from "./accessible.ts";
import { desk } from "./control.ts";
import { expect, test } from "./fixtures.ts";

async function openForm(page: Page): Promise<void> {
  await page.getByRole("link", { name: "Add a channel" }).click();
  await page.getByRole("link", { name: "WhatsApp" }).click();
}

test("a number is signed up in the provider's window, and appears in the tab with its webhook on", async ({
  agent,
}) => {
  await agent.signIn("ingrid", "/admin-panel/settings#channels");
  const { page } = agent;
  await openForm(page);
  await page.getByRole("checkbox", { name: /phone call/ }).click();
  await page.getByRole("checkbox", { name: /admin access/ }).click();
  const opened = page.waitForEvent("popup");
  await page.getByRole("button", { name: "Continue with Meta" }).click();
  const signup = await opened;
  const errors: string[] = [];
  signup.on("pageerror", (error) => errors.push(error.message));
  const asked = signup.waitForEvent("popup");
  await signup.getByRole("button", { name: "Continue with Meta" }).click();
  const provider = await asked;
  await provider.getByLabel("Name of the business").fill("Harbour Boats");
  const over = signup.waitForEvent("close");
  await provider.getByRole("button", { name: "Finish" }).click();
  await over;
  expect(errors).toEqual([]);
  await expect(page.getByText("Harbour Boats is connected.")).toBeVisible();
  await expect(page.getByRole("switch", { name: "Webhook of Harbour Boats" })).toBeChecked();
});

test("a number is connected by its token, and a template goes from the form to the provider's approval", async ({
  agent,
}) => {
  const { token, wabaId, numberId } = await desk.createNumber("Harbour Ferries");
  await agent.signIn("ingrid", "/admin-panel/settings#channels");
  const { page } = agent;
  await openForm(page);
  await page.getByRole("button", { name: "I have a permanent token" }).click();
  await page.getByLabel("Access token").fill(token);
  await page.getByLabel("WhatsApp Business account ID").fill(wabaId);
  await page.getByLabel("Phone number ID").fill(numberId);
  await page.getByRole("button", { name: "Connect", exact: true }).click();
  await expect(page.getByRole("switch", { name: "Webhook of Harbour Ferries" })).toBeChecked();
  await expectAccessible(page, "numbers");
  const number = page.getByRole("listitem").filter({ hasText: "Harbour Ferries" });
  await number.getByRole("link", { name: "Templates" }).click();
  await page.getByRole("button", { name: "New template" }).click();
  await page.getByRole("button", { name: "More" }).click();
  await page.getByLabel("Title").fill("Tickets ready");
  await page.getByLabel("Text").fill("Dear {{client}}, your tickets are ready.");
  await page.getByLabel("Example for client").fill("Dimitar");
  await expectAccessible(page, "template form");
  await page.getByLabel("Text").press("Enter");
  const template = page.getByRole("list", { name: "Templates" }).getByRole("listitem");
  await expect(template.getByText("pending", { exact: true })).toBeVisible();
  await desk.approveTemplates(wabaId);
  // Each opening fetches the list.
  await expect(async () => {
    await page.getByRole("link", { name: "Back", exact: true }).click();
    await number.getByRole("link", { name: "Templates" }).click();
    await expect(template.getByText("approved", { exact: true })).toBeVisible({ timeout: 1_000 });
  }).toPass({ timeout: 20_000 });
  await template.getByText("Tickets ready").click();
  await expectAccessible(page, "templates");
});
