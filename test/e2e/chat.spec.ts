import type { Locator } from "@playwright/test";
import { appears } from "./appears.ts";
import { desk } from "./control.ts";
import { expect, test } from "./fixtures.ts";
import {
  arrived,
  firstInView,
  measured,
  newest,
  numbered,
  numbersSeen,
  placeOf,
  scrollTo,
  ticketOf,
  toNewest,
} from "./long-chat.ts";

const highlighted = "[data-highlighted]";

test("a pin is on a colleague's screen at once, links to its message, and disappears for both when either unpins", async ({
  agent,
  colleague,
  client,
}) => {
  await agent.signIn("mira");
  await colleague.signIn("jonas");
  await client.write("The gate is B 14");
  await client.write("See you there");
  await agent.accept(client.name);
  await colleague.open(client.name);
  await colleague.page.getByRole("button", { name: "Pinned messages" }).click();
  const panel = colleague.page.getByRole("region", { name: "Pinned messages" });
  await expect(panel).toContainText("No pinned messages available.");

  await agent.bubble("The gate is B 14").getByText("The gate").click({ button: "right" });
  await agent.page.getByRole("menuitem", { name: "Pin" }).click();
  await expect(agent.bubble("The gate is B 14").getByRole("img", { name: "Pinned" })).toBeVisible();
  await expect(panel.getByRole("listitem")).toContainText("The gate is B 14");
  await expect(panel).toContainText("pinned by Mira Halvorsen");
  await expect(colleague.bubble("The gate").getByRole("img", { name: "Pinned" })).toBeVisible();

  const jumped = appears(colleague.page, "The gate is B 14", highlighted);
  await panel
    .getByRole("button", { name: /The gate/ })
    .first()
    .click();
  await jumped;
  await panel.getByRole("button", { name: "Unpin: The gate is B 14" }).click();
  await expect(panel).toContainText("No pinned messages available.");
  await expect(agent.bubble("The gate").getByRole("img", { name: "Pinned" })).toHaveCount(0);
});

test("a search result is shown among its neighbours, read on from there to the newest, and left for the bottom", async ({
  agent,
  client,
  company,
}) => {
  // The test scrolls through many screens.
  test.slow();
  const messages = numbered(320, { 40: "the zeppelin was late" });
  await desk.plantChat({ companyId: company.id, client, messages });
  await agent.signIn("mira");
  await agent.accept(client.name);
  await toNewest(agent, 320);

  await agent.page.getByRole("button", { name: "Search messages" }).click();
  const box = agent.page.getByRole("search", { name: "Search in this chat" });
  await box.getByRole("searchbox").fill("xyzzy");
  await expect(box.getByText("No search results")).toHaveCSS("color", await dangerColour(box));
  await box.getByRole("searchbox").fill("ZÉPPELIN");
  const jump = async () => {
    const jumped = appears(agent.page, "the zeppelin was late", highlighted);
    await box.getByRole("button", { name: /zeppelin/ }).click();
    await jumped;
    await expect(agent.bubble("the zeppelin was late")).toBeInViewport();
  };
  await jump();
  await expect(agent.chat.locator(highlighted)).toHaveCount(0);

  const place = async () => (await agent.bubble("the zeppelin was late").boundingBox())?.y;
  const before = await place();
  await client.write("Still there?");
  await expect(agent.page.getByRole("button", { name: "1 new message" })).toBeVisible();
  expect(await place()).toBe(before);
  await expect(agent.bubble("Still there?")).toHaveCount(0);

  const seen = await numbersSeen(agent, "down", () => agent.bubble("Still there?").isVisible());
  expect(seen).toEqual(Array.from({ length: seen.length }, (_, index) => 321 - seen.length + index));
  expect(seen[0]).toBeLessThanOrEqual(40);
  await scrollTo(agent, 1_000_000);
  await expect(agent.page.getByRole("button", { name: /new message|newest/ })).toHaveCount(0);

  await jump();
  const slices: string[] = [];
  agent.page.on("request", (request) => slices.push(new URL(request.url()).search));
  await agent.page.getByRole("button", { name: "To the newest message" }).click();
  await expect(agent.bubble("Still there?")).toBeInViewport();
  // Three slices remain, the oldest of which begins 89 before the last.
  await scrollTo(agent, 0);
  await expect.poll(() => slices.find((search) => search.includes("before="))).toContain("before=232");
});

test("older messages load above the visible ones, which do not move", async ({ agent, client, company }) => {
  // The test scrolls through many screens.
  test.slow();
  await desk.plantChat({ companyId: company.id, client, messages: numbered(300) });
  await agent.signIn("mira");
  await agent.accept(client.name);
  await toNewest(agent, 300);
  for (let round = 0; round < 3; round++) {
    const slice = /get-chat-slice\?.*before=/;
    const { promise: isRead, resolve: release } = Promise.withResolvers<void>();
    // The older ones come when the visible ones are measured.
    await agent.page.route(slice, async (route) => {
      await isRead;
      await route.continue();
    });
    const answered = agent.page.waitForResponse(slice);
    await scrollTo(agent, 300);
    await measured(agent);
    const { id, top } = await firstInView(agent);
    release();
    await answered;
    await agent.page.unroute(slice);
    const moved = async () => Math.abs((await placeOf(agent, id)) - top);
    await expect.poll(moved).toBeLessThan(1);
    // When the older ones are measured, the visible ones stay as well.
    await measured(agent);
    expect(await moved()).toBeLessThan(1);
  }
  const seen = await numbersSeen(agent, "up", () => newest(agent, 1).isVisible());
  expect(seen.length).toBeGreaterThan(100);
  expect(seen).toEqual(Array.from({ length: seen.length }, (_, index) => index + 1));
});

test("the day of the visible messages floats while scrolling and disappears a moment after", async ({
  agent,
  client,
  company,
}) => {
  await desk.plantChat({ companyId: company.id, client, messages: numbered(60) });
  await agent.signIn("mira");
  await agent.accept(client.name);
  await toNewest(agent, 60);
  const written = (await ticketOf(agent, client))?.updated_on.slice(0, 10) ?? "unknown";
  await expect(agent.page.locator("[data-floating-day=shown]")).toHaveCount(0);
  const floats = appears(agent.page, written, "[data-floating-day=shown]");
  await scrollTo(agent, 600);
  await floats;
  await expect(agent.page.locator("[data-floating-day]")).toHaveAttribute("data-floating-day", "hidden");
});

test("a chat opens at the first unread message, below a line that says so", async ({ agent, client }) => {
  await client.write("Hello");
  await agent.signIn("mira");
  await agent.accept(client.name);
  await agent.write("Good morning");
  await agent.page.keyboard.press("Escape");
  await agent.page.keyboard.press("Escape");
  await expect(agent.page.getByText("No chat selected")).toBeVisible();
  for (const text of numbered(50)) await client.write(text);
  await arrived(agent, client, 52);
  await agent.open(client.name);
  await expect(agent.chat.getByText("New messages")).toBeInViewport();
  await expect(newest(agent, 50)).not.toBeInViewport();
  // Nobody has seen the messages below yet.
  expect((await ticketOf(agent, client))?.unread).toBe(50);
  await toNewest(agent, 50);
  await expect.poll(async () => (await ticketOf(agent, client))?.unread).toBe(0);
});

test("the menu of a message works by keyboard alone, and gives the focus back", async ({ agent, client }) => {
  await client.write("Please call me at six");
  await agent.signIn("mira");
  await agent.accept(client.name);
  const bubble = agent.bubble("Please call me at six");
  const button = bubble.getByRole("button", { name: "Message actions" });
  await button.focus();
  await agent.page.keyboard.press("Enter");
  const menu = agent.page.getByRole("menu", { name: "Message actions" });
  await expect(menu.getByRole("menuitem")).toHaveText([
    "Reply",
    "Copy text",
    "Split off a new ticket…",
    "Pin",
  ]);
  // The focus follows the opening a moment later, to the first reaction; a key before that goes to the button.
  await expect(menu.locator(":focus")).toHaveCount(1);
  await agent.page.keyboard.press("End");
  await expect(menu.getByRole("menuitem", { name: "Pin" })).toBeFocused();
  await agent.page.keyboard.press("Enter");
  await expect(bubble.getByRole("img", { name: "Pinned" })).toBeVisible();
  await expect(menu).toHaveCount(0);
  await expect(button).toBeFocused();
  await agent.page.keyboard.press("Enter");
  await expect(menu.getByRole("menuitem").last()).toHaveText("Unpin");
  await agent.page.keyboard.press("Escape");
  await expect(button).toBeFocused();
  await agent.page.keyboard.press("Enter");
  await expect(menu.locator(":focus")).toHaveCount(1);
  await agent.page.keyboard.press("R");
  await expect(menu.getByRole("menuitem", { name: "Reply" })).toBeFocused();
  await agent.page.keyboard.press("Enter");
  await expect(agent.composer).toBeFocused();
  await expect(agent.region(client.name)).toContainText(/replying to/i);
});

test("a resting finger on a message opens its menu", async ({ browser, baseURL, agent, client }) => {
  await client.write("Hold me");
  await agent.signIn("mira");
  await agent.accept(client.name);
  const context = await browser.newContext({
    baseURL,
    viewport: { width: 390, height: 844 },
    hasTouch: true,
    isMobile: true,
    storageState: await agent.page.context().storageState(),
  });
  const phone = await context.newPage();
  await phone.goto(new URL(agent.page.url()).search ? `/${new URL(agent.page.url()).search}` : "/");
  const words = phone.getByRole("log", { name: "Messages" }).getByText("Hold me");
  const { x, y } = (await words.boundingBox()) ?? { x: 0, y: 0 };
  const touch = await context.newCDPSession(phone);
  const finger = (type: "touchStart" | "touchEnd", touchPoints: { x: number; y: number }[]) =>
    touch.send("Input.dispatchTouchEvent", { type, touchPoints });
  await finger("touchStart", [{ x: x + 5, y: y + 5 }]);
  const pin = phone.getByRole("menuitem", { name: "Pin" });
  await expect(pin).toBeVisible();
  await finger("touchEnd", []);
  await pin.tap();
  await expect(phone.getByRole("img", { name: "Pinned" })).toBeVisible();
  await context.close();
});

test("photos are browsed, enlarged and closed by keys", async ({ agent, client }) => {
  await client.send({ type: "photo", file: { sample: "beach" }, caption: "Our view" });
  await client.send({ type: "photo", file: { sample: "boardingPass" }, caption: "The pass" });
  await agent.signIn("mira");
  await agent.accept(client.name);
  const openIn = (caption: string) => agent.bubble(caption).getByRole("button", { name: "Open the photo" });
  // A photo that arrives takes its size, and the list follows it: what is pressed meanwhile has moved on.
  await expect(openIn("The pass")).toBeEnabled();
  await expect(agent.composer).toBeVisible();
  await measured(agent);
  const photo = openIn("Our view");
  await photo.click();
  const viewer = agent.page.getByRole("dialog");
  const picture = viewer.getByRole("img");
  const zoom = () => picture.getAttribute("data-zoom");
  await expect(picture).toHaveAttribute("alt", "Our view");
  await expect(viewer).toContainText("1 / 2");
  await expect(viewer.getByRole("link", { name: "Download" })).toHaveAttribute("download", /.+/);
  await agent.page.keyboard.press("+");
  expect(await zoom()).toBe("1.5");
  // The arrows move a zoomed picture, and browse when the zoom is reset.
  await agent.page.keyboard.press("ArrowRight");
  await expect(viewer).toContainText("1 / 2");
  await agent.page.keyboard.press("-");
  expect(await zoom()).toBe("1");
  await agent.page.keyboard.press("ArrowRight");
  await expect(picture).toHaveAttribute("alt", "The pass");
  await agent.page.keyboard.press("ArrowLeft");
  await expect(picture).toHaveAttribute("alt", "Our view");
  await agent.page.keyboard.press("Escape");
  await expect(viewer).toHaveCount(0);
  await expect(photo).toBeFocused();
});

test("a colleague sees who is typing, and the client sees that an answer is being typed", async ({
  agent,
  colleague,
  client,
  openPhone,
}) => {
  const phone = await openPhone(client);
  await client.write("Is anyone there?");
  await agent.signIn("mira");
  await colleague.signIn("jonas");
  await agent.accept(client.name);
  await colleague.open(client.name);
  await expect(agent.page.getByText(/^Also here: Jonas/)).toBeAttached();
  const seen = [appears(colleague.page, "Mira Halvorsen is typing…"), appears(phone, "typing…", ".status")];
  let isSeen = false;
  const both = Promise.all(seen).then(() => {
    isSeen = true;
  });
  // The keys are pressed repeatedly, like a person's: the first letters may come before the colleague's console
  // has joined the ticket.
  while (!isSeen) await agent.composer.pressSequentially("Yes ", { delay: 100 });
  await both;
  await expect(phone.locator(".status")).toHaveText("bot");
  await colleague.page.getByRole("button", { name: "Note", exact: true }).click();
  await colleague.page.getByRole("textbox", { name: "Note for colleagues" }).fill("He asked before");
  await expect(agent.page.getByText(/Jonas .* is writing a note…/)).toBeVisible();
});

/** The present value of the token. */
function dangerColour(at: Locator): Promise<string> {
  return at.evaluate((element) => {
    const probe = document.createElement("i");
    probe.style.color = "var(--danger)";
    element.append(probe);
    const { color } = getComputedStyle(probe);
    probe.remove();
    return color;
  });
}

test("a right-click opens the menu on a Mac too, which marks the word first, and a reader's own selection stays", async ({
  agent,
  client,
}) => {
  await agent.signIn("mira");
  await client.write("Reference HT-20874");
  await agent.accept(client.name);
  const rightClick = (markedBy: "reader" | "browser") =>
    agent.chat.getByText("HT-20874").evaluate((text, by) => {
      const mark = () => getSelection()?.selectAllChildren(text);
      const at = { bubbles: true, cancelable: true, button: 2, clientX: 500, clientY: 300 };
      getSelection()?.removeAllRanges();
      if (by === "reader") mark();
      text.dispatchEvent(new PointerEvent("pointerdown", { ...at, pointerType: "mouse" }));
      mark();
      return text.dispatchEvent(new MouseEvent("contextmenu", at));
    }, markedBy);
  expect(await rightClick("reader")).toBe(true);
  expect(await rightClick("browser")).toBe(false);
  await expect(agent.page.getByRole("menuitem", { name: "Pin" })).toBeVisible();
});

test("a recording that cannot be fetched says so, and plays once it can", async ({ agent, client }) => {
  await agent.signIn("mira");
  await client.send({ type: "voice" });
  await agent.accept(client.name);
  await agent.page.route("**/files/**", (route) => route.abort("connectionrefused"));
  await agent.chat.getByRole("button", { name: "Play" }).click();
  await expect(agent.page.getByRole("alert")).toContainText("Not available");
  await agent.page.unroute("**/files/**");
  await agent.chat.getByRole("button", { name: "Play" }).click();
  await expect(agent.chat.getByRole("button", { name: "Pause" })).toBeVisible();
});

test("a reader at the end stays there when a panel closes or a long text was sent", async ({
  agent,
  client,
  company,
}) => {
  const { page } = agent;
  await desk.plantChat({ companyId: company.id, client, messages: numbered(30) });
  await agent.signIn("mira");
  await agent.accept(client.name);
  await toNewest(agent, 30);
  const toEnd = page.getByRole("button", { name: /To the newest message|new message/ });
  const heightOf = () => agent.chat.evaluate((list) => list.clientHeight);
  const whole = await heightOf();

  await page.getByRole("button", { name: "Search messages" }).click();
  await page.getByRole("searchbox", { name: "Search messages" }).fill("#2");
  await expect.poll(heightOf).toBeLessThan(whole / 2);
  await page.keyboard.press("Escape");
  await expect.poll(heightOf).toBe(whole);
  await client.write("#31. Below the panel");
  await expect(newest(agent, 31)).toBeInViewport();
  await expect(toEnd).toHaveCount(0);

  await agent.composer.fill("1\n2\n3\n4\n5\n6\n7");
  await expect.poll(heightOf).toBeLessThan(whole - 50);
  await agent.composer.fill("");
  await expect.poll(heightOf).toBe(whole);
  await client.write("#32. Below the text");
  await expect(newest(agent, 32)).toBeInViewport();
  await expect(toEnd).toHaveCount(0);
});
