import { expectAccessible } from "./accessible.ts";
import { expect, test } from "./fixtures.ts";

test("an administrator makes an organisation and puts a client in beside the chat, which a colleague sees at once", async ({
  agent,
  colleague,
  client,
}) => {
  await agent.signIn("ingrid");
  const { page } = agent;
  await page.goto("/admin-panel/organisations");
  await page.getByRole("button", { name: "New organisation" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Name").fill("Pier Foods");
  await dialog.getByLabel("Domains").fill("gmail.com");
  await dialog.getByRole("button", { name: "Save" }).click();
  await expect(dialog.getByText(/Anyone can have an address at gmail.com/)).toBeVisible();
  await dialog.getByLabel("Domains").fill("pierfoods.example");
  await dialog.getByRole("button", { name: "Save" }).click();
  await expect(page.getByRole("heading", { name: "Pier Foods" })).toBeVisible();

  await client.write("Are there two seats on the 12th?");
  await colleague.signIn("mira");
  await colleague.open(client.name);
  const seen = colleague.page.getByRole("complementary", { name: "Beside the chat" });
  await expect(seen.getByRole("heading", { name: client.name })).toBeVisible();
  await expect(seen.getByText("In no organisation")).toHaveCount(0);

  await page.goto("/");
  await agent.open(client.name);
  const panel = page.getByRole("complementary", { name: "Beside the chat" });
  await panel.getByRole("button", { name: `Organisation of ${client.name}` }).click();
  await dialog.getByRole("searchbox").fill("pierfoods.example");
  await dialog.getByRole("button", { name: /Pier Foods/ }).press("Enter");
  await expect(dialog).toHaveCount(0);
  await expect(panel.getByRole("link", { name: "Pier Foods" })).toBeVisible();
  await expect(seen.getByRole("link", { name: "Pier Foods" })).toBeVisible();

  await seen.getByRole("link", { name: "Pier Foods" }).click();
  const theirs = colleague.page;
  await expect(theirs.getByRole("heading", { name: "Pier Foods" })).toBeVisible();
  await expect(theirs.getByRole("link", { name: /Are there two seats/ })).toContainText(client.name);
  await expect(theirs.getByRole("button", { name: "Delete" })).toHaveCount(0);
  await expectAccessible(theirs, "an organisation");

  await page.goto("/admin-panel/organisations");
  await page.getByRole("link", { name: "Pier Foods" }).click();
  await page.getByRole("button", { name: `Take ${client.name} out of Pier Foods` }).click();
  await expect(page.getByText("No clients yet")).toBeVisible();
  // The colleague sees no client of it any more.
  await expect(theirs.getByText("Profile not found!")).toBeVisible();
});

test("a refused change of the organisation is said beside the chat, and the client stays in theirs", async ({
  agent,
  client,
}) => {
  await agent.signIn("ingrid");
  const { page } = agent;
  await page.goto("/admin-panel/organisations");
  await page.getByRole("button", { name: "New organisation" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Name").fill("Quay Lines");
  await dialog.getByRole("button", { name: "Save" }).click();
  await expect(page.getByRole("heading", { name: "Quay Lines" })).toBeVisible();
  await client.write("Hello");
  await page.goto("/");
  await agent.open(client.name);
  await page.route("**/admin/choose-organisation", (route) => route.abort());
  const panel = page.getByRole("complementary", { name: "Beside the chat" });
  await panel.getByRole("button", { name: `Organisation of ${client.name}` }).click();
  await dialog.getByRole("button", { name: /Quay Lines/ }).click();
  await expect(page.getByText(/^Nothing was changed:/)).toBeVisible();
  await expect(dialog).toHaveCount(0);
  await expect(panel.getByText("In no organisation")).toBeVisible();
});
