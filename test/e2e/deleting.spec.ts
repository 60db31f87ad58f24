import { expect, test } from "./fixtures.ts";

test("an administrator deletes a ticket, an agent no longer sees it, and it is restored from the list", async ({
  agent,
  colleague,
  client,
}) => {
  await agent.signIn("mira");
  await colleague.signIn("ingrid");
  await client.write("A secret");
  await agent.accept(client.name);
  await agent.open(client.name);
  await agent.page.getByRole("button", { name: "More actions" }).click();
  await expect(agent.page.getByRole("menuitem", { name: "Tags" })).toBeVisible();
  await expect(agent.page.getByRole("menuitem", { name: "Delete ticket" })).toHaveCount(0);
  await agent.page.keyboard.press("Escape");

  const remove = async () => {
    await colleague.open(client.name);
    await colleague.page.getByRole("button", { name: "More actions" }).click();
    await colleague.page.getByRole("menuitem", { name: "Delete ticket" }).click();
    await colleague.page.getByRole("button", { name: "Continue" }).click();
    const dialog = colleague.page.getByRole("dialog");
    await dialog.getByRole("checkbox").click();
    await dialog.getByRole("button", { name: "Delete ticket" }).click();
    await expect(dialog).toHaveCount(0);
  };
  await remove();
  for (const who of [agent, colleague]) await expect(who.ticket(client.name)).toHaveCount(0);
  await expect(agent.page.getByRole("log").getByText("A secret")).toHaveCount(0);
  expect((await client.messages()).filter(({ text }) => text?.includes("rate"))).toEqual([]);
  await colleague.page.getByRole("button", { name: "Undo" }).click();
  await expect(agent.ticket(client.name)).toContainText("A secret");
  await agent.open(client.name);
  await expect(agent.page.getByRole("log").getByText("A secret")).toBeVisible();

  await remove();
  await client.write("Are you there?");
  await expect(agent.ticket(client.name)).toContainText("Are you there?");
  await agent.open(client.name);
  await expect(agent.page.getByRole("log").getByText("A secret")).toHaveCount(0);

  await colleague.page.goto("/admin-panel/tickets");
  await colleague.page.getByRole("link", { name: "Deleted tickets" }).click();
  const row = colleague.page.getByRole("row").filter({ hasText: client.name });
  await expect(row).toContainText("30 days");
  await row.getByRole("button", { name: /Restore ticket/ }).click();
  await expect(row).toHaveCount(0);
  await agent.page.goto("/?view=closed");
  await agent.open(client.name);
  await expect(agent.page.getByRole("log").getByText("A secret")).toBeVisible();
  await expect(agent.page.getByText("Ingrid Solheim deleted this ticket").first()).toBeVisible();
});
