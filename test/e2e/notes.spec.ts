import { expectAccessible } from "./accessible.ts";
import { expect, test } from "./fixtures.ts";

test("a note appears live at a colleague's, edit and delete follow, and the client's phone never shows it", async ({
  agent,
  colleague,
  client,
}) => {
  await agent.signIn("mira");
  await client.write("Are there two seats on the 12th?");
  await agent.accept(client.name);
  await colleague.signIn("jonas");
  await colleague.open(client.name);
  await expect(colleague.chat.getByText("Mira Halvorsen accepted this ticket")).toBeVisible();

  await agent.composer.fill("Half an answer");
  await agent.page.getByRole("button", { name: /^Note/ }).click();
  const field = agent.page.getByRole("textbox", { name: "Note for colleagues" });
  await expect(field).toBeFocused();
  await field.fill("The invoice goes to the Oslo address");
  await expectAccessible(agent.page, "writing a note");
  await field.press("Enter");
  await expect(field).toHaveValue("");
  const seen = colleague.chat.getByRole("article", { name: /^Note by Mira Halvorsen/ });
  await expect(seen).toContainText("The invoice goes to the Oslo address");
  const own = agent.chat.getByRole("article", { name: /^Note by Mira Halvorsen/ });
  await expectAccessible(agent.page, "a note in the chat");

  await own.hover();
  await own.getByRole("button", { name: "Note actions" }).click();
  await agent.page.getByRole("menuitem", { name: "Edit" }).click();
  await own.getByRole("textbox", { name: "Text of the note" }).fill("It goes to Bergen");
  await own.getByRole("button", { name: "Save" }).click();
  await expect(seen).toContainText("It goes to Bergen");
  await expect(seen).toContainText("edited");
  await seen.hover();
  await seen.getByRole("button", { name: "Note actions" }).click();
  await expect(colleague.page.getByRole("menuitem")).toHaveText(["Copy text"]);
  await colleague.page.keyboard.press("Escape");

  await field.fill(`Hello ${client.name}, they are yours`);
  await field.press("Enter");
  await expect(agent.page.getByText("This reads like an answer to the client.")).toBeVisible();
  await agent.page.getByRole("button", { name: "Write it as a message" }).click();
  await expect(agent.composer).toHaveValue(`Hello ${client.name}, they are yours\nHalf an answer`);
  await agent.composer.press("Enter");
  await expect.poll(async () => (await client.messages()).length).toBe(2);

  await own.hover();
  await own.getByRole("button", { name: "Note actions" }).click();
  await agent.page.getByRole("menuitem", { name: "Delete" }).click();
  await agent.page.getByRole("dialog").getByRole("button", { name: "Delete" }).click();
  await expect(colleague.chat.getByText(/^Mira Halvorsen deleted a note/)).toBeVisible();
  await expect(seen).toHaveCount(0);
  const phone = JSON.stringify(await client.messages());
  expect(phone).not.toMatch(/Oslo|Bergen|note/i);
});

test("a colleague who does not handle the ticket writes notes by keyboard, and an unsent note stays one", async ({
  agent,
  colleague,
  client,
}) => {
  await agent.signIn("mira");
  await client.write("Where do we meet?");
  await agent.accept(client.name);
  await colleague.signIn("jonas");
  await colleague.open(client.name);
  await expect(colleague.page.getByText("Mira Halvorsen handles this ticket.")).toBeVisible();
  await colleague.page.locator("main").focus();
  await colleague.page.keyboard.press("n");
  const field = colleague.page.getByRole("textbox", { name: "Note for colleagues" });
  await field.pressSequentially("At quay 4");
  await expect(colleague.page.getByText("Draft saved")).toBeVisible();
  await colleague.page.reload();
  await colleague.page.getByRole("button", { name: /^Note.*Unsent text/ }).click();
  await expect(field).toHaveValue("At quay 4");
  await field.press("Enter");
  await expect(agent.chat.getByRole("article", { name: /^Note by Jonas/ })).toContainText("At quay 4");
  await expect(agent.composer).toHaveValue("");
});
