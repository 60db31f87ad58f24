import sharp from "sharp";
import { appears } from "./appears.ts";
import { expect, test } from "./fixtures.ts";
import { bellOf, inboxOf, PrivateChat } from "./private-chat.ts";

test("two colleagues exchange a message, unread mark, inbox line, read tick and picture, and clear", async ({
  agent,
  colleague,
}) => {
  test.slow();
  await agent.signIn("mira");
  await colleague.signIn("tomas");
  const hers = new PrivateChat(agent.page, "Tomáš Novák");
  const his = new PrivateChat(colleague.page, "Mira Halvorsen");

  await hers.open();
  await expect(hers.field).toBeFocused();
  // Only connected agents are notified at once.
  await expect(hers.entry).toContainText("online");
  const announced = appears(colleague.page, "New message from Mira Halvorsen");
  await hers.write("   ");
  await hers.write("Can you take the refund of HT-20874?");
  await expect(hers.messages).toHaveCount(1);
  await expect(hers.message("HT-20874").getByRole("img", { name: "Sent" })).toBeVisible();
  await announced;
  await expect(his.entry).toContainText("1 unread message");
  const bell = bellOf(colleague.page);
  await expect(bell).toHaveAccessibleName("Inbox, 1 new entry", { timeout: 15_000 });

  await bell.click();
  await expect(bell).toHaveAccessibleName("Inbox");
  const line = inboxOf(colleague.page).getByRole("link", { name: /unread message from Mira Halvorsen/ });
  await expect(line).toContainText(/\d\d:\d\d/);
  await line.click();
  await expect(his.message("HT-20874")).toBeVisible();
  await expect(his.entry).not.toContainText("unread");
  await expect(hers.message("HT-20874").getByRole("img", { name: "Read" })).toBeVisible();

  const picture = await sharp({ create: { width: 320, height: 200, channels: 3, background: "#0a7" } })
    .png()
    .toBuffer();
  await his.panel
    .locator("input[type=file]")
    .setInputFiles({ name: "receipt.png", mimeType: "image/png", buffer: picture });
  await expect(his.panel.getByRole("region", { name: "File to send" })).toContainText("receipt.png");
  await colleague.page.keyboard.type("Done");
  await colleague.page.keyboard.press("Enter");
  const arrived = hers.message("Done");
  await expect(arrived.getByRole("img", { name: "Done" })).toBeVisible();
  await arrived.getByRole("button", { name: "Open the photo" }).click();
  await expect(agent.page.getByRole("dialog").getByRole("img")).toBeVisible();
  await agent.page.keyboard.press("Escape");
  await expect(hers.field).toBeVisible();
  await expect(his.message("Done").getByRole("img", { name: "Read" })).toBeVisible();

  await bell.click();
  await inboxOf(colleague.page).getByRole("button", { name: "Clear", exact: true }).click();
  await expect(inboxOf(colleague.page)).toContainText("Your inbox is empty");
  await colleague.page.keyboard.press("Escape");
  await expect(inboxOf(colleague.page)).toHaveCount(0);
  await expect(bell).toBeFocused();
});

test("a colleague who comes online moves to the online group, and keeps the focus", async ({
  agent,
  colleague,
}) => {
  await agent.signIn("mira");
  const { entry } = new PrivateChat(agent.page, "Emre Yıldız");
  await expect(entry).toContainText("offline");
  await entry.focus();
  await colleague.signIn("emre");
  await expect(entry).toContainText("online");
  await expect(entry).toBeFocused();
  await agent.page.keyboard.press("Enter");
  await expect(agent.page.getByRole("region", { name: "Private chat with Emre Yıldız" })).toBeVisible();
});

test("Escape closes the chat, the focus goes back, and it is cleared; an unsent message is kept and sent once", async ({
  agent,
  colleague,
}) => {
  await agent.signIn("mira");
  await colleague.signIn("jonas");
  const hers = new PrivateChat(agent.page, "Jonas Weber");
  await hers.entry.focus();
  await agent.page.keyboard.press("Enter");
  await hers.field.fill("Not finished");
  await agent.page.keyboard.press("Escape");
  await expect(hers.panel).toHaveCount(0);
  await expect(hers.entry).toBeFocused();
  await hers.open();
  await expect(hers.field).toHaveValue("");

  // The call arrives and its answer is lost: the worst moment.
  await agent.page.route("**/create-private-msg", async (route) => {
    await route.fetch();
    await route.abort("connectionreset");
  });
  const lost = agent.page.waitForEvent("requestfailed", (request) => request.url().endsWith("-private-msg"));
  await hers.write("Did you get this?");
  await lost;
  await expect(hers.message("Did you get this?")).toHaveCount(1);
  await agent.page.unroute("**/create-private-msg");
  await agent.page.route("**/create-private-msg", (route) => route.abort("connectionrefused"));
  await hers.write("And this?");
  await expect(hers.panel.getByText("Not sent: the server cannot be reached")).toBeVisible();
  await agent.page.unroute("**/create-private-msg");
  await hers.panel.getByRole("button", { name: "Retry" }).click();
  await expect(hers.message("And this?").getByRole("img", { name: "Sent" })).toBeVisible();
  const his = new PrivateChat(colleague.page, "Mira Halvorsen");
  await his.open();
  await expect(his.messages).toHaveText([/Did you get this\?/, /And this\?/]);
});

test("a colleague who is disabled meanwhile disappears from the open chat, and returns when enabled", async ({
  agent,
  colleague,
  company,
}) => {
  await agent.signIn("mira");
  await colleague.signIn("ingrid");
  const hers = new PrivateChat(agent.page, "Emre Yıldız");
  await hers.open();
  await hers.write("Are you still with us?");
  await expect(hers.messages).toHaveCount(1);
  const flip = () =>
    colleague.page.evaluate(async (address) => {
      const all = (await (await fetch("/admin/get-all-agents")).json()) as {
        agents: { email: string; userid: string }[];
      };
      const userid = all.agents.find(({ email }) => email === address)?.userid;
      const headers = { "content-type": "application/json" };
      await fetch("/auth/delete-agent", { method: "POST", headers, body: JSON.stringify({ userid }) });
    }, company.emails.emre);
  await flip();
  const panel = agent.page.locator("[data-private-chat]");
  await expect(panel).toContainText("This colleague is not here");
  await expect(panel.getByRole("textbox")).toHaveCount(0);
  await flip();
  await expect(hers.messages).toHaveCount(1);
});

test("a rating comes into the inbox and links to its ticket", async ({ agent, client }) => {
  await agent.signIn("mira");
  await client.write("Thank you, that is all");
  await agent.accept(client.name);
  const short = new URL(agent.page.url()).searchParams.get("ticket") ?? "none";
  await agent.close();
  await expect.poll(async () => (await client.messages()).at(-1)?.buttons?.length).toBeTruthy();
  const question = (await client.messages()).at(-1);
  await client.press(question?.id ?? 0, question?.buttons?.flat()[2]?.text ?? "");
  const { page } = agent;
  await expect(bellOf(page)).toHaveAccessibleName(/new entr/);
  await bellOf(page).click();
  await inboxOf(page)
    .getByRole("link", { name: `received rating ${short}` })
    .click();
  await expect(agent.region(client.name)).toContainText("closed by Mira Halvorsen");
});

test("a client's unread message is a line that links to the ticket, and reading settles it", async ({
  agent,
  client,
}) => {
  await agent.signIn("mira");
  await client.write("Hello");
  await agent.accept(client.name);
  await agent.page.goto("/");
  const bell = bellOf(agent.page);
  const before = await bell.getAttribute("aria-label");
  await client.write("Are you still there?");
  await expect(bell).not.toHaveAccessibleName(before ?? "", { timeout: 15_000 });
  await agent.open(client.name);
  await expect(bell).toHaveAccessibleName(before ?? "");
});

test("a private chat fills the screen on a phone, and has a way back", async ({ agent, page }) => {
  await page.emulateMedia({ reducedMotion: "reduce" });
  await page.setViewportSize({ width: 390, height: 844 });
  await agent.signIn("ingrid");
  await page.getByRole("button", { name: "Colleagues" }).click();
  await expect(page.getByRole("dialog", { name: "Colleagues" })).toBeVisible();
  const chat = new PrivateChat(page, "Emre Yıldız");
  await chat.open();
  expect(await chat.panel.boundingBox()).toEqual({ x: 0, y: 0, width: 390, height: 844 });
  await chat.panel.getByRole("button", { name: "Back" }).click();
  await expect(chat.panel).toHaveCount(0);
});
