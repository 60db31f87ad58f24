import type { Page } from "@playwright/test";
import { expect, test } from "./fixtures.ts";
import { smallTargets } from "./targets.ts";

/** A hidden tab, until `look`. Chromium without a screen treats every page as visible. */
async function lookAway(page: Page): Promise<{ look: () => Promise<void> }> {
  const set = (state: string, focus: boolean): Promise<void> =>
    page.evaluate(
      `Object.defineProperty(document, "visibilityState", { value: "${state}", configurable: true });
       document.hasFocus = () => ${focus};
       document.dispatchEvent(new Event("visibilitychange"));`,
    );
  await set("hidden", false);
  return { look: () => set("visible", true) };
}

/** Counts the notes that the page plays. */
const countNotes = `(() => {
  window.notes = 0;
  const start = OscillatorNode.prototype.start;
  OscillatorNode.prototype.start = function (...when) {
    window.notes += 1;
    return start.apply(this, when);
  };
})()`;
const notes = (page: Page) => page.evaluate<number>("window.notes");

test("a ticket that comes to a hidden page plays a sound, and the title alternates until the page is shown", async ({
  agent,
  client,
  page,
  newClient,
}) => {
  await page.addInitScript(countNotes);
  await agent.signIn("mira");
  const title = await page.title();
  // A page makes no sound before it was touched.
  await page.getByRole("heading", { name: "Pending tickets" }).click();
  await client.write("While you watch");
  await expect(agent.ticket(client.name)).toBeVisible();
  expect([await page.title(), await notes(page)]).toEqual([title, 0]);

  const { look } = await lookAway(page);
  const other = await newClient("Olena");
  await other.write("While you are away");
  await expect(page).toHaveTitle("New ticket!");
  await expect.poll(() => notes(page)).toBe(2);
  await expect(page).toHaveTitle(title);
  await expect(page).toHaveTitle("New ticket!");
  await look();
  await expect(page).toHaveTitle(title);

  const second = await page.context().newPage();
  await second.goto("/");
  await expect(second.getByRole("button", { name: "Mute the sound of new tickets" })).toBeVisible();
  await page.getByRole("button", { name: "Mute the sound of new tickets" }).click();
  await expect(second.getByRole("button", { name: "Play a sound for new tickets" })).toBeVisible();
  await second.close();
  await lookAway(page);
  const third = await newClient("Emre");
  await third.write("Quietly");
  await expect(page).toHaveTitle("New ticket!");
  expect(await notes(page)).toBe(2);
  await page.reload();
  await expect(page.getByRole("button", { name: "Play a sound for new tickets" })).toBeVisible();
});

/** 4 999 further tickets, each a second older than the previous one. */
const olderThan = (newest: Listed | undefined) =>
  Array.from({ length: 4999 }, (_, index) => ({
    ...newest,
    ticketid: `7f000000-0000-4000-8000-${String(index).padStart(12, "0")}`,
    client_name: `Client ${index + 1}`,
    updated_on: new Date(Date.parse(newest?.updated_on ?? "") - 1000 * (index + 1)).toISOString(),
  }));

type Listed = { updated_on: string };

const toTheEnd = `(() => {
  const list = document.querySelector("[role=list]");
  list.scrollTop = list.scrollHeight;
})()`;

test("with five thousand open tickets the page renders a handful, at any scroll offset, and keeps its position", async ({
  agent,
  client,
  page,
  newClient,
}) => {
  await agent.signIn("mira");
  await client.write("The one there is");
  await expect(agent.ticket(client.name)).toBeVisible();
  let planted: Listed[] | undefined;
  // The real tickets stay in the list: their live events find them there, as in the product.
  await page.route("**/tickets{,?*}", async (route) => {
    const limit = Number(
      new URL(route.request().url()).searchParams.get("limit") ?? Number.POSITIVE_INFINITY,
    );
    const answer = await route.fetch();
    const real = (await answer.json()) as Listed[];
    planted ??= olderThan(real[0]);
    await route.fulfill({ response: answer, json: [...real, ...planted].slice(0, limit) });
  });
  await page.reload();
  // The test itself passes on four megabytes.
  await expect(page.getByRole("heading", { name: "Pending tickets (5000)" })).toBeVisible({
    timeout: 15_000,
  });
  const cards = page.locator("[data-ticket]");
  await expect(cards.first()).toContainText(client.name);
  expect(await cards.count()).toBeLessThan(25);
  const whole = await page.evaluate(() => {
    const list = document.querySelector("[role=list]")?.getBoundingClientRect();
    const within = ({ bottom }: DOMRect) => bottom <= (list?.bottom ?? 0);
    return [...document.querySelectorAll("[data-ticket]")].filter((card) =>
      within(card.getBoundingClientRect()),
    );
  });
  expect(whole.length).toBeGreaterThanOrEqual(6);
  await page.evaluate(`document.querySelector("[role=list]").scrollTop = 200_000`);
  await expect(cards.filter({ hasText: client.name })).toHaveCount(0);
  const name = await page.evaluate(() => {
    const list = document.querySelector("[role=list]")?.getBoundingClientRect();
    const lower = [...document.querySelectorAll("[data-ticket]")].find(
      (card) => card.getBoundingClientRect().top > (list?.top ?? 0) + 200,
    );
    return /Client \d+,/.exec(lower?.textContent ?? "")?.[0] ?? "none";
  });
  const read = cards.filter({ hasText: name });
  await expect(read).toBeVisible();
  const place = await read.boundingBox();
  await (await newClient("Newcomer")).write("Hello");
  await expect(page.getByRole("heading", { name: "Pending tickets (5001)" })).toBeVisible();
  expect((await read.boundingBox())?.y).toBeCloseTo(place?.y ?? 0, 0);
  await page.evaluate(toTheEnd);
  await expect(cards.last()).toContainText("Client 4999");
  expect(await cards.count()).toBeLessThan(25);
  expect(await page.locator("*").count()).toBeLessThan(1_000);
});

test("closed tickets come by tens as the end scrolls into view", async ({ agent, page }) => {
  const asked: string[] = [];
  await page.route("**/closed-tickets*", async (route) => {
    const offset = Number(new URL(route.request().url()).pathname.split("/")[1]);
    asked.push(String(offset));
    await route.fulfill({ json: offset < 20 ? closedFrom(offset) : [] });
  });
  await agent.signIn("mira");
  await agent.show("Closed");
  await expect(page.locator("[data-ticket]").first()).toContainText("Closed 0");
  for (const last of ["Closed 9", "Closed 19"]) {
    await expect(async () => {
      await page.evaluate(toTheEnd);
      await expect(page.locator("[data-ticket]").filter({ hasText: last })).toHaveCount(1, { timeout: 500 });
    }).toPass({ timeout: 20_000 });
  }
  // A new connection fetches the data on screen again.
  await expect.poll(() => [...new Set(asked)]).toEqual(["0", "10", "20"]);
});

function closedFrom(offset: number) {
  return Array.from({ length: 10 }, (_, index) => ({
    ticketid: `7c000000-0000-4000-8000-${String(offset + index).padStart(12, "0")}`,
    client_name: `Closed ${offset + index}`,
    platform: "telegram",
    short_id: "0A1B2C3D",
    account_number: null,
    department_name: "Bookings",
    closed_on: "2026-11-21T08:00:00.000Z",
    closed_by_name: "Mira Halvorsen",
    updated_on: "2026-11-21T08:00:00.000Z",
    last_message: null,
    unread: 0,
    can: { accept: false, reply: false, close: false, reassign: false, spam: false, delete: false },
  }));
}

test("one pane shows at a time on a phone, the navigation is under the thumb, and nothing is wider than the screen", async ({
  agent,
  client,
  page,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await agent.signIn("ingrid");
  await client.write("From a phone to a phone");
  const footer = page.getByRole("navigation", { name: "Places" });
  for (const place of ["Profile", "Admin panel", "Tickets"]) {
    await expect(footer.getByRole("link", { name: place })).toBeVisible();
  }
  await expect(footer.getByRole("button", { name: "Log out" })).toBeVisible();
  const views = page.getByRole("navigation", { name: "Views" });
  await agent.open(client.name);
  await expect(page.locator("[data-ticket]")).toHaveCount(0);
  await expect(views).toHaveCount(0);
  await expect(page.getByRole("banner").getByRole("button")).toHaveCount(0);
  await page.getByRole("button", { name: "Back to the tickets" }).click();
  await expect(views.getByRole("link", { name: "Pending" })).toHaveAttribute("aria-current", "page");
  await views.getByRole("link", { name: "Closed" }).click();
  await expect(page.getByRole("heading", { name: "Closed tickets" })).toBeVisible();
  await views.getByRole("link", { name: "Chat" }).click();
  await expect(agent.bubble("From a phone to a phone")).toBeVisible();
  expect(["chat", await smallTargets(page)]).toEqual(["chat", []]);
  expect(await page.evaluate("document.documentElement.scrollWidth")).toBe(390);
  for (const control of await page.getByRole("navigation").getByRole("link").all()) {
    expect((await control.boundingBox())?.height).toBeGreaterThanOrEqual(44);
  }
  await footer.getByRole("button", { name: "Log out" }).click();
  await expect(page.getByRole("button", { name: "Sign in" })).toBeVisible();
});

test("the header of a chat keeps the client's name and all its buttons at twice the text size", async ({
  agent,
  client,
  page,
}) => {
  await agent.signIn("mira");
  await client.write("Hello");
  await agent.accept(client.name);
  // A window of 1440 pixels at 200 %.
  await page.setViewportSize({ width: 720, height: 450 });
  const close = await page.getByRole("button", { name: "Close", exact: true }).boundingBox();
  expect((close?.x ?? 0) + (close?.width ?? 0)).toBeLessThanOrEqual(720);
  const name = await page.getByRole("heading", { name: client.name, level: 2 }).boundingBox();
  expect(name?.width).toBeGreaterThan(60);
});

test("Escape leaves the chat, and A accepts it, where no list stands beside it", async ({
  agent,
  client,
  page,
}) => {
  await agent.signIn("mira");
  await client.write("Hello");
  await agent.open(client.name);
  await page.getByRole("button", { name: "Search tickets" }).click();
  await page.getByRole("textbox", { name: /Search/ }).fill("zzzz");
  await expect(page.getByText("No tickets found!")).toBeVisible();
  await agent.chat.focus();
  await page.keyboard.press("a");
  await expect(agent.composer).toBeFocused();
  // The first press leaves the text field.
  await page.keyboard.press("Escape");
  await page.keyboard.press("Escape");
  await expect(page.getByText("No chat selected")).toBeVisible();
});

test("a long right-to-left name keeps its beginning", async ({ agent, page, newClient }) => {
  const client = await newClient("محمد عبد الرحمن بن عبد العزيز آل سعود الطويل");
  await client.write("مرحبا!");
  await agent.signIn("mira");
  await agent.open(client.name);
  await page.setViewportSize({ width: 390, height: 844 });
  const heading = page.getByRole("heading", { name: client.name, level: 2 });
  // Its first letter is within the visible part, and not beyond its edge.
  const inside = await heading.locator("[dir=auto]").evaluate((element) => {
    const range = document.createRange();
    const text = element.firstChild as Text;
    range.setStart(text, 0);
    range.setEnd(text, 1);
    const [first, box] = [range.getBoundingClientRect(), element.getBoundingClientRect()];
    return text.data.endsWith("…") && first.left >= box.left && first.right <= box.right + 1;
  });
  expect(inside).toBe(true);
});

test("a phone on its side, or with its keyboard, shows the chat above the text", async ({
  agent,
  client,
  page,
}) => {
  await agent.signIn("mira");
  await client.write("Hello");
  await agent.accept(client.name);
  await expect(agent.bubble("Hello")).toBeVisible();
  const send = page.getByRole("button", { name: "Send", exact: true });
  for (const viewport of [
    { width: 667, height: 375 },
    { width: 390, height: 450 },
  ]) {
    await page.setViewportSize(viewport);
    await agent.composer.fill("Line after line\n".repeat(12));
    await expect(send).toBeInViewport({ ratio: 1 });
    await expect.poll(() => agent.chat.evaluate((list) => list.clientHeight)).toBeGreaterThan(80);
  }
  // A desktop at 400 %.
  await page.setViewportSize({ width: 320, height: 256 });
  await agent.composer.fill("");
  await expect(send).toBeInViewport({ ratio: 1 });
  await expect.poll(() => agent.chat.evaluate((list) => list.clientHeight)).toBeGreaterThanOrEqual(128);
  await page.getByRole("button", { name: "Back to the tickets" }).click();
  await expect(page.getByRole("link", { name: "Profile" })).toBeVisible();
});
