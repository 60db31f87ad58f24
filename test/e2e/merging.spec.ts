import { expect, test } from "./fixtures.ts";
import { beginHandled } from "./handled-ticket.ts";

test("an agent merges a client's two tickets, another screen sees one conversation live, and undoing parts them", async ({
  agent,
  colleague,
  client,
}) => {
  await beginHandled({ agent, colleague, client }, "Where is my parcel?");
  await client.write("And the invoice lacks our number");
  await colleague.open(client.name);
  const log = agent.page.getByRole("log");
  await log.getByText("invoice lacks").click({ button: "right" });
  await agent.page.getByRole("menuitem", { name: "Split off a new ticket…" }).click();
  const splitting = agent.page.getByRole("dialog", { name: /^Split a new ticket off from / });
  await splitting.getByLabel("Subject").fill("Number on the invoice");
  await agent.page.keyboard.press("Enter");
  await expect(agent.page.getByRole("heading", { name: "Number on the invoice" })).toBeVisible();
  await expect(log.getByText("parcel")).toHaveCount(0);
  await agent.composer.fill("Which number shall it have?");
  await agent.composer.press("Enter");
  await expect(log.getByText("Which number shall it have?")).toBeVisible();
  await expect(colleague.page.getByTitle("Number on the invoice").first()).toBeVisible();

  await agent.page.getByRole("button", { name: "More actions" }).click();
  await agent.page.getByRole("menuitem", { name: "Merge…" }).click();
  const merging = agent.page.getByRole("dialog", { name: /^Merge ticket / });
  await merging.getByRole("button", { name: "Merge", exact: true }).click();
  await expect(merging).toHaveCount(0);
  for (const { page } of [agent, colleague]) {
    await expect(page.getByRole("log").getByText("parcel")).toBeVisible();
    await expect(page.getByRole("log").getByText("Which number shall it have?")).toBeVisible();
    await expect(page.getByTitle("Number on the invoice")).toHaveCount(0);
  }

  await agent.page.getByRole("button", { name: "More actions" }).click();
  await agent.page.getByRole("menuitem", { name: "Undo merging" }).click();
  await expect(agent.page.getByText("Merging undone")).toBeVisible();
  await expect(colleague.page.getByRole("log").getByText("Which number shall it have?")).toHaveCount(0);
  await expect(colleague.page.getByTitle("Number on the invoice").first()).toBeVisible();
});
