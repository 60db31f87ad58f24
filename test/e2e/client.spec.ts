import type { Locator } from "@playwright/test";
import { expectAccessible } from "./accessible.ts";
import { expect, test } from "./fixtures.ts";

test("two agents change a client's note beside the chat, live, and neither loses words", async ({
  agent,
  colleague,
  client,
}) => {
  await agent.signIn("mira");
  await client.write("Are there two seats on the 12th?");
  await agent.accept(client.name);
  const panel = agent.page.getByRole("complementary", { name: "Beside the chat" });
  await expect(panel.getByRole("heading", { name: client.name })).toBeVisible();
  await expect(panel.getByRole("link", { name: /Are there two seats/ })).toHaveAttribute(
    "aria-current",
    "true",
  );
  await expectAccessible(agent.page, "the client beside the chat");
  await colleague.signIn("jonas");
  await colleague.open(client.name);
  const other = colleague.page.getByRole("complementary", { name: "Beside the chat" });

  await panel.getByRole("button", { name: "Add a note" }).click();
  await panel.getByRole("textbox", { name: "Note" }).fill("Pays by invoice.");
  await agent.page.keyboard.press("Control+Enter");
  const seen = other.getByRole("button", { name: /Pays by invoice/ });
  await expect(seen).toBeVisible();

  await seen.click();
  const theirs = other.getByRole("textbox", { name: "Note" });
  await theirs.fill("Prefers aisle seats.");
  await panel.getByRole("button", { name: /Pays by invoice/ }).click();
  await panel.getByRole("textbox", { name: "Note" }).fill("Pays by card.");
  await panel.getByRole("button", { name: "Save" }).click();
  await expect(other.getByText("Another agent has changed the note meanwhile:")).toBeVisible();
  await expect(other.getByText("Pays by card.")).toBeVisible();
  await expect(theirs).toHaveValue("Prefers aisle seats.");
  await other.getByRole("button", { name: "Replace it" }).click();
  await expect(panel.getByRole("button", { name: /Prefers aisle seats/ })).toBeVisible();
});

test("a tag, a field and the number that an agent sets beside the chat are at once beside a colleague's, and a lost one comes back", async ({
  agent,
  colleague,
  newAgentPage,
  client,
}) => {
  const admin = await newAgentPage();
  await admin.signIn("ingrid");
  for (const [path, body] of [
    ["/admin/create-field", { owner: "client", name: "Plan", type: "text" }],
    ["/create-tag", { name: "Regular", colour: "green" }],
  ] as const)
    expect(
      (
        await admin.page.request.post(path, {
          data: body,
          headers: { origin: new URL(admin.page.url()).origin },
        })
      ).ok(),
    ).toBe(true);
  await agent.signIn("mira");
  await colleague.signIn("jonas");
  await client.write("Are there two seats on the 12th?");
  await agent.accept(client.name);
  await colleague.open(client.name);
  const [panel, other] = [agent, colleague].map(({ page }) =>
    page.getByRole("complementary", { name: "Beside the chat" }),
  ) as [Locator, Locator];

  await panel.getByRole("textbox", { name: "Plan" }).fill("Business");
  await agent.page.keyboard.press("Enter");
  await expect(other.getByRole("textbox", { name: "Plan" })).toHaveValue("Business");

  await panel.getByRole("button", { name: `Client number of ${client.name}` }).click();
  await panel.getByRole("textbox", { name: `Client number of ${client.name}` }).fill("HT-18204");
  await agent.page.keyboard.press("Enter");
  await expect(other.getByText("HT-18204")).toBeVisible();

  await panel.getByRole("button", { name: "Tags" }).click();
  const dialog = agent.page.getByRole("dialog");
  await dialog.getByRole("option", { name: "Regular" }).click();
  await expect(other.getByText("Regular")).toBeVisible();
  await agent.page.route("**/client/change-tags", (route) => route.abort());
  await dialog.getByRole("option", { name: "Regular" }).click();
  await expect(agent.page.getByText(/^The tags were not changed/)).toBeVisible();
  await dialog.getByRole("button", { name: "Done" }).click();
  await expect(panel.getByText("Regular")).toBeVisible();
});

test("the client is reached by keyboard, their earlier ticket opens in place, and the colleagues have a tab", async ({
  agent,
  client,
  page,
}) => {
  await agent.signIn("mira");
  await client.write("My suitcase is lost");
  await agent.accept(client.name);
  await agent.close();
  await expect(agent.ticket(client.name)).toHaveCount(0);
  await agent.show("Closed");
  await agent.open(client.name);
  await page.locator("#chat").focus();
  await page.keyboard.press("c");
  const panel = page.getByRole("tabpanel", { name: "Client" });
  await expect(panel).toBeFocused();
  await expect(panel.getByRole("link", { name: /My suitcase is lost/ })).toHaveAttribute(
    "href",
    /view=closed/,
  );
  await page.keyboard.press("Escape");
  await expect(page.locator("#chat")).toBeFocused();
  await page.getByRole("tab", { name: "Colleagues" }).click();
  await expect(page.getByRole("link", { name: /Jonas Weber/ })).toBeVisible();
  await page.keyboard.press("ArrowLeft");
  await page.keyboard.press("Enter");
  await expect(panel).toBeVisible();
});

test("the header's name shows the client over the chat on a phone", async ({ agent, client, page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await agent.signIn("mira");
  await client.write("Are there two seats on the 12th?");
  await agent.ticket(client.name).getByRole("link").click();
  await page.getByRole("button", { name: `${client.name} show the client` }).click();
  const sheet = page.getByRole("dialog", { name: "Client" });
  await expect(sheet.getByRole("heading", { name: client.name })).toBeVisible();
  await expectAccessible(page, "the client on a phone");
  const { width } = (await sheet.boundingBox()) ?? { width: 0 };
  expect(width).toBe(390);
  const wide = await sheet.evaluate((one) => one.scrollWidth > one.clientWidth + 1);
  expect(wide).toBe(false);
  await page.keyboard.press("Escape");
  await expect(sheet).toHaveCount(0);
});
