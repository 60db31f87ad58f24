import { expect, test } from "./fixtures.ts";
import { beginHandled } from "./handled-ticket.ts";

test("a snoozed ticket is folded away on every screen, until an agent wakes it or the client writes", async ({
  agent,
  colleague,
  client,
}) => {
  await beginHandled({ agent, colleague, client }, "Is there a seat in March?");
  await agent.page.getByRole("button", { name: "Snooze" }).click();
  const dialog = agent.page.getByRole("dialog", { name: "Snooze this ticket" });
  await dialog.getByRole("button", { name: "Tomorrow at opening" }).click();
  await expect(dialog).toHaveCount(0);
  await expect(agent.page.getByText(/Snoozed until .*, by Mira/)).toBeVisible();
  await expect(colleague.ticket(client.name)).toHaveCount(0);
  const fold = colleague.page.getByRole("button", { name: "1 snoozed" });
  await fold.press("Enter");
  await expect(colleague.ticket(client.name)).toBeVisible();
  await colleague.open(client.name);
  await colleague.page.getByRole("button", { name: "Wake now" }).click();
  await expect(fold).toHaveCount(0);
  await expect(agent.page.getByText(/Snoozed until/)).toHaveCount(0);
  await expect(agent.ticket(client.name)).toBeVisible();

  await agent.page.getByRole("button", { name: "Snooze" }).click();
  await dialog.getByRole("button", { name: "Until the client writes" }).click();
  await expect(colleague.page.getByText(/Snoozed until the client writes, by Mira/)).toBeVisible();
  await client.write("Or in April?");
  for (const who of [agent, colleague]) {
    await expect(who.ticket(client.name)).toContainText("Client wrote");
    await expect(who.page.getByText(/Snoozed until/)).toHaveCount(0);
  }
});
