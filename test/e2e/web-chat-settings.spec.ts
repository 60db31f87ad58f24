import { expectAccessible } from "./accessible.ts";
import { expect, test } from "./fixtures.ts";

test("a web chat is created, previewed in the visitors' own frame, published and tried on its page", async ({
  agent: admin,
}) => {
  const { page } = admin;
  await admin.signIn("ingrid", "/admin-panel/settings?service=web&view=connect#channels");
  const form = page.getByRole("region", { name: "New web chat" });
  await form.getByLabel("Name").fill("Shop");
  await form.getByLabel("Pages that may show it").fill("https://shop.example/start");
  await form.getByRole("button", { name: "Create" }).click();
  await expect(form.getByText("Shop is ready.", { exact: false })).toBeVisible();
  await expect(form.getByText(/^wi_/)).toBeVisible();

  await form.getByRole("button", { name: "Done" }).click();
  const card = page.getByRole("link", { name: "Shop" });
  await expect(card).toBeFocused();
  await card.click();
  await page.getByRole("link", { name: "Look and texts of Shop" }).click();
  // The place is in the address.
  await page.reload();
  const preview = page.frameLocator("iframe");
  const begin = preview.getByRole("button", { name: "Start a conversation" });
  await expect(begin).toHaveCSS("background-color", "rgb(11, 110, 117)");
  await page.getByLabel("Colour", { exact: true }).fill("#c2410c");
  await expect(begin).toHaveCSS("background-color", "rgb(194, 65, 12)");
  await page.getByRole("tab", { name: "Texts" }).click();
  await page.getByLabel("Greeting").fill("Where would you like to go?");
  await expect(preview.getByText("Where would you like to go?")).toBeVisible();
  await expectAccessible(page, "settings of a web chat");
  await page.getByRole("button", { name: "Publish" }).click();
  await expect(page.getByText("Published.")).toBeVisible();

  await page.getByRole("link", { name: "Back", exact: true }).click();
  const opened = page.waitForEvent("popup");
  await page.getByRole("link", { name: "Try it on a page" }).click();
  const tried = await opened;
  // The frame is in a closed shadow root, which locators do not enter.
  const greeting = () =>
    tried
      .frames()
      .find((frame) => frame.url().includes("/chat/frame/"))
      ?.getByText("Where would you like to go?")
      .isVisible();
  await expect.poll(greeting).toBe(true);
});
