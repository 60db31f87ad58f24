import { expect, test } from "./fixtures.ts";
import { beginHandled } from "./handled-ticket.ts";

test("an agent marks spam, the client writes on and nobody hears of it, until it is no spam", async ({
  agent,
  colleague,
  client,
}) => {
  await beginHandled({ agent, colleague, client }, "Win a lighthouse");
  await agent.page.getByRole("button", { name: "More actions" }).click();
  await agent.page.getByRole("menuitem", { name: "Mark as spam" }).click();
  const dialog = agent.page.getByRole("dialog", { name: "Mark this ticket as spam?" });
  await dialog.getByRole("button", { name: "Mark as spam" }).click();
  await expect(dialog).toHaveCount(0);
  for (const who of [agent, colleague]) {
    await expect(who.ticket(client.name)).toHaveCount(0);
    await who.page.goto("/?view=closed");
    await expect(who.ticket(client.name)).toContainText("Spam");
  }

  await colleague.open(client.name);
  await client.write("Only today");
  // It arrives where the conversation is open, and stays without a notice.
  await expect(colleague.page.getByRole("log").getByText("Only today")).toBeVisible();
  await expect(colleague.page.getByText("Mira Halvorsen marked this ticket as spam")).toBeVisible();
  await expect(agent.ticket(client.name)).toContainText("Only today");
  await expect(agent.ticket(client.name)).not.toContainText("unread");
  expect((await client.messages()).filter(({ text }) => text?.includes("rate"))).toEqual([]);

  await agent.open(client.name);
  await agent.page.getByRole("button", { name: "Not spam" }).click();
  await agent.page.getByRole("dialog").getByRole("button", { name: "Not spam" }).click();
  await expect(colleague.page.getByText("Spam: new messages arrive")).toHaveCount(0);
  await client.write("A real question");
  await agent.page.goto("/");
  await expect(agent.ticket(client.name)).toContainText("A real question");
});
