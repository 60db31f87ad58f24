import { expect, test } from "./fixtures.ts";
import { beginHandled } from "./handled-ticket.ts";

test("an agent splits a ticket by keys, another screen sees both live, and undoing leads it back", async ({
  agent,
  colleague,
  client,
}) => {
  await beginHandled({ agent, colleague, client }, "Where is my parcel?");
  await client.write("And the invoice lacks our number");
  await expect(agent.page.getByRole("log").getByText("invoice lacks")).toBeVisible();
  await colleague.open(client.name);

  // From the message's menu, which chooses that message.
  await agent.page.getByRole("log").getByText("invoice lacks").click({ button: "right" });
  await agent.page.getByRole("menuitem", { name: "Split off a new ticket…" }).click();
  const dialog = agent.page.getByRole("dialog", { name: /^Split a new ticket off from / });
  await expect(dialog.getByRole("checkbox", { name: /invoice lacks/ })).toBeChecked();
  await expect(dialog.getByRole("checkbox", { name: /parcel/ })).not.toBeChecked();
  await expect(dialog.getByRole("button", { name: "Split off" })).toBeDisabled();
  await dialog.getByLabel("Subject").fill("Number on the invoice");
  await agent.page.keyboard.press("Enter");
  await expect(dialog).toHaveCount(0);

  const log = agent.page.getByRole("log");
  await expect(agent.page.getByRole("heading", { name: "Number on the invoice" })).toBeVisible();
  await expect(log.getByText("invoice lacks")).toBeVisible();
  await expect(log.getByText("parcel")).toHaveCount(0);
  await expect(agent.page.getByText("Mira Halvorsen split this ticket off")).toBeVisible();

  // The colleague's screen has both, and a mark that leads from one to the other.
  await expect(colleague.page.getByText("Mira Halvorsen split off a new ticket")).toBeVisible();
  await expect(colleague.page.getByTitle("Number on the invoice").first()).toBeVisible();
  await colleague.page.getByRole("button", { name: /^Copied into ticket / }).click();
  await expect(colleague.page.getByRole("heading", { name: "Number on the invoice" })).toBeVisible();

  // The client's next message stays on the old thread.
  await client.write("Anybody there?");
  await expect(log.getByText("Anybody there?")).toHaveCount(0);
  await agent.page.getByRole("button", { name: "More actions" }).click();
  await agent.page.getByRole("menuitem", { name: "Undo splitting" }).click();
  for (const { page } of [agent, colleague]) {
    await expect(page.getByRole("log").getByText("Anybody there?")).toBeVisible();
    await expect(page.getByText("Mira Halvorsen undid a splitting; the new ticket is gone")).toBeVisible();
    await expect(page.getByRole("button", { name: /^Copied into ticket / })).toHaveCount(0);
    await expect(page.getByText("Number on the invoice")).toHaveCount(0);
  }
});
