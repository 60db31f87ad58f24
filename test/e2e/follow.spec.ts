import { expect, test } from "./fixtures.ts";
import { beginHandled } from "./handled-ticket.ts";
import { bellOf, inboxOf } from "./private-chat.ts";

test("a colleague follows a ticket and finds in the inbox what its client writes, until they stop", async ({
  agent,
  colleague,
  client,
}) => {
  await beginHandled({ agent, colleague, client }, "Is the ferry late?", "jonas");
  const leave = (who: typeof agent) => who.page.locator("body").press("Escape");
  const lineOf = (who: typeof agent) => inboxOf(who.page).getByText(`unread message from ${client.name}`);
  await leave(agent);
  await colleague.open(client.name);
  await colleague.page.getByRole("button", { name: "Follow", exact: true }).click();
  await expect(colleague.page.getByRole("button", { name: "Following" })).toBeVisible();
  await leave(colleague);

  await client.write("It does not show on the board");
  await expect(bellOf(colleague.page)).toHaveAccessibleName(/1/);
  await bellOf(colleague.page).click();
  await lineOf(colleague).click();
  await expect(colleague.bubble("It does not show on the board")).toBeVisible();
  await expect(colleague.page.getByText("Mira Halvorsen handles this ticket.")).toBeVisible();

  // The key F stops following from anywhere in the conversation.
  await colleague.page.locator("body").press("f");
  await expect(colleague.page.getByRole("button", { name: "Follow", exact: true })).toBeVisible();
  await leave(colleague);
  await bellOf(agent.page).click();
  await agent.page.getByRole("button", { name: /^Clear/ }).click();
  await agent.page.keyboard.press("Escape");
  await client.write("Never mind, it is here");
  // The handler is told at the moment in which a follower would be.
  await expect(bellOf(agent.page)).toHaveAccessibleName(/1/);
  await expect(bellOf(colleague.page)).not.toHaveAccessibleName(/1/);
});
