import { expect, test } from "./fixtures.ts";
import { expectRoom } from "./room.ts";

test("a failing account shows in its tickets and the inbox at once, and the mark disappears when it works again", async ({
  agent,
  colleague: admin,
  client,
  company,
  simulatorUrl,
}) => {
  const faults = `${simulatorUrl}/_control/faults`;
  await agent.signIn("mira");
  await admin.signIn("ingrid", "/admin-panel/settings#channels");
  await client.write("Where is my booking?");
  await agent.page.getByRole("listitem").filter({ hasText: "Dimitar" }).getByRole("link").first().click();
  await expect(agent.chat).toContainText("Where is my booking?");
  const banner = agent.page.getByText(/Harbour Travel does not work/);
  await expect(banner).toBeHidden();

  const fault = { bot: company.bot, method: "getMe", kind: "error", code: 401, times: 0 };
  const headers = { "content-type": "application/json" };
  const made = await fetch(faults, { method: "POST", headers, body: JSON.stringify(fault) });
  const { id } = (await made.json()) as { id: number };
  await admin.page.getByRole("link", { name: "Harbour Travel" }).click();
  await admin.page.getByRole("button", { name: "Send me a test" }).click();
  await admin.page.getByRole("button", { name: "Start the test" }).click();
  const dialog = admin.page.getByRole("dialog");
  await expect(dialog.getByRole("img", { name: "Failed" })).toBeVisible();
  await dialog.getByRole("button", { name: "Close" }).click();
  await expect(admin.page.getByText("Not working")).toBeVisible();
  await expect(banner).toBeVisible();
  await expectRoom(agent);
  await expect(agent.page.getByRole("link", { name: "Open the settings" })).toBeHidden();

  await fetch(`${faults}/${id}`, { method: "DELETE" });
  await admin.page.getByRole("button", { name: "Try again" }).click();
  await expect(admin.page.getByText("Working", { exact: true })).toBeVisible();
  await expect(banner).toBeHidden();

  await admin.page.goto("/");
  await admin.page.getByRole("button", { name: /^Inbox/ }).click();
  await admin.page.getByRole("link", { name: /Harbour Travel \(Telegram\) does not work/ }).click();
  await expect(admin.page).toHaveURL(/settings#channels$/);
});
