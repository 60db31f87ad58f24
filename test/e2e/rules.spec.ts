import { expect, test } from "./fixtures.ts";

test("an administrator writes a rule, it runs on an agent's screen, and the ticket says why it ran and why not", async ({
  agent,
  colleague: admin,
  client,
}) => {
  await admin.signIn("ingrid", "/admin-panel/settings#rules");
  const { page } = admin;
  await page.getByRole("button", { name: "New rule" }).click();
  await page.getByRole("textbox", { name: "Name" }).fill("Look at it");
  await page.getByRole("combobox", { name: "What happens" }).click();
  await page.getByRole("option", { name: "the priority changes" }).click();
  await page.keyboard.press("Escape");
  await page.getByRole("combobox", { name: "Add an action" }).click();
  await page.getByRole("option", { name: "Write a note" }).click();
  await page.getByRole("textbox", { name: "Text of the note" }).fill("The rule was here");
  await page.getByRole("button", { name: "Try on the last 500 tickets" }).click();
  await expect(page.getByText(/^It would have run/)).toBeVisible();
  await page.getByRole("button", { name: "Save" }).click();
  await expect(page.getByRole("list", { name: "Rules" })).toContainText("When the priority changes");

  await agent.signIn("mira");
  await client.write("Where is my booking?");
  await agent.accept(client.name);
  const setPriority = async (name: string) => {
    await agent.page.getByRole("button", { name: "More actions" }).click();
    await agent.page.getByRole("menuitem", { name: "Priority" }).click();
    await agent.page.getByRole("dialog").getByRole("button", { name }).click();
  };
  await setPriority("High");
  const note = agent.chat.getByRole("article", { name: /^Note by Look at it/ });
  await expect(note).toContainText("The rule was here");

  await page.getByRole("switch", { name: "Look at it is on" }).click();
  await expect(page.getByRole("switch", { name: "Look at it is on" })).not.toBeChecked();
  await setPriority("Urgent");
  await agent.page.getByRole("button", { name: "More actions" }).click();
  await agent.page.getByRole("menuitem", { name: "Why?" }).click();
  const sheet = agent.page.getByRole("dialog");
  await expect(sheet).toContainText("Look at it");
  await expect(sheet).toContainText("ran: write the note “The rule was here”");
  await expect(note).toHaveCount(1);
});
