/** Runs axe on each state of the chat, light and dark, and on the chat at twice the text size. */
import axe from "axe-core";
import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { until, useBrowser } from "./browser.ts";
import { startDesk } from "./desk.ts";

const browser = useBrowser();

test.each(["light", "dark"] as const)(
  "axe finds nothing in any state, %s",
  async (theme) => {
    const desk = await startDesk({
      theme,
      asks: { name: "optional", email: "required", topic: "no" },
      privacy: "https://shop.example/privacy",
      others: [{ platform: "telegram", name: "Telegram", url: "https://t.me/shop" }],
    });
    browser.after(desk.stop);
    const page = await browser.newPage({ viewport: { width: 376, height: 640 } });
    await page.goto(desk.frame);
    await page.getByRole("button", { name: "Start a conversation" }).waitFor();
    await expectAccessible(page, "home");
    await page.getByRole("button", { name: "Options" }).click();
    await expectAccessible(page, "options");
    await page.keyboard.press("Escape");

    await page.getByRole("button", { name: "Start a conversation" }).click();
    await page.getByRole("button", { name: "Send" }).click();
    await page.getByText("Please write a message.").waitFor();
    await expectAccessible(page, "form with faults");
    await page.getByLabel("E-mail").fill("aylin@example.com");
    await page.getByLabel("Message").fill("Hello");
    await page.getByRole("button", { name: "Send" }).click();
    await until(() => desk.state.conversations.length === 1 && desk.callsOf("me").length > 0);

    // The state of a visitor whom no form asked for an address.
    await page.evaluate(() => {
      for (const name of Object.keys(localStorage))
        if (name.includes("asked-email")) localStorage.removeItem(name);
    });
    const id = desk.state.conversations[0]?.id ?? "";
    desk.say(id, "Shall I send the driver’s number? https://shop.example/a", { reaction: "👍" });
    desk.say(id, "We are closed now.", { automatic: true, author: null });
    desk.typing(id);
    await page.getByLabel("Your e-mail address, for answers").waitFor();
    await page.getByRole("button", { name: "Actions for this message" }).nth(1).click();
    await expectAccessible(page, "conversation with actions");
    await page.getByRole("button", { name: "Reply" }).click();
    await page.getByRole("button", { name: "Emoji" }).click();
    await expectAccessible(page, "reply and emoji");
    await page.keyboard.press("Escape");
    desk.state.refuse.set("send", { status: 400, code: "invalid" });
    await page.getByRole("textbox", { name: "Write a message…" }).fill("Refused");
    await page.getByRole("textbox", { name: "Write a message…" }).press("Enter");
    await page.getByText("Not sent:").waitFor();
    desk.say(id, "Mira", { type: "close" });
    desk.updateConversation(id, { state: "closed", can_rate: true, rating: 2 });
    await page.getByText("How was it?").waitFor();
    await expectAccessible(page, "failed, closed and rated");
    await page.getByRole("button", { name: "Back" }).click();
    await page.getByRole("list", { name: "Your conversations" }).waitFor();
    await expectAccessible(page, "home with a conversation");
  },
  30_000,
);

test("nothing is cut off sideways at twice the text size, and all controls can be reached", async () => {
  const desk = await startDesk({ asks: { name: "optional", email: "required", topic: "no" } });
  browser.after(desk.stop);
  // A panel of 376 pixels at 200 %.
  const page = await browser.newPage({ viewport: { width: 188, height: 320 }, deviceScaleFactor: 2 });
  await page.goto(desk.frame);
  await page.getByRole("button", { name: "Start a conversation" }).click();
  expect(await sideways(page)).toBe(0);
  await page.getByLabel("E-mail").fill("aylin@example.com");
  await page.getByLabel("Message").fill("Hello");
  await page.getByRole("button", { name: "Send" }).click();
  await until(() => desk.state.conversations.length === 1);
  await page.getByRole("button", { name: "Attach files" }).waitFor();
  await page.getByText("Hello").waitFor();
  expect(await sideways(page)).toBe(0);
});

function sideways(page: Page): Promise<number> {
  return page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
}

async function expectAccessible(page: Page, state: string): Promise<void> {
  await page.evaluate(axe.source);
  const found = await page.evaluate(async () => {
    const { violations } = await (window as unknown as { axe: typeof axe }).axe.run();
    return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(" ")}`);
  });
  expect(found, state).toEqual([]);
}
