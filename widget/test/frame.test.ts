/** The chat as a visitor uses it, against a desk that the test scripts. */
import { showOpening } from "@parley/contract/opening-text";
import type { Page, Route } from "playwright-core";
import { expect, test } from "vitest";
import { until, useBrowser } from "./browser.ts";
import { sampleFile, startDesk } from "./desk.ts";
import { startHostPage } from "./host-page.ts";

const browser = useBrowser();

async function openFrame(
  overrides: Parameters<typeof startDesk>[0] = {},
  options: Parameters<typeof browser.newPage>[0] = {},
) {
  const desk = await startDesk(overrides);
  browser.after(desk.stop);
  const page = await browser.newPage({ viewport: { width: 376, height: 640 }, ...options });
  await page.goto(desk.frame);
  return { desk, page };
}

const button = (page: Page, name: string | RegExp) => page.getByRole("button", { name });
const composer = (page: Page) => page.getByRole("textbox", { name: /Write|caption/ });

const onePixel = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==",
  "base64",
);

async function write(page: Page, text: string) {
  await composer(page).fill(text);
  await composer(page).press("Enter");
}

/** A conversation in which both have written. */
async function talk(...how: Parameters<typeof openFrame>) {
  const { desk, page } = await openFrame(...how);
  await button(page, "Start a conversation").click();
  await write(page, "Our flight moved to 06:10.");
  await page.getByText("Sent", { exact: false }).waitFor();
  const conversation = desk.state.conversations[0];
  if (!conversation) throw new Error("nothing was sent");
  return { desk, page, conversation };
}

test("only the settings are fetched before the first message, and nothing is stored", async () => {
  const { desk, page } = await openFrame();
  await button(page, "Start a conversation").waitFor();
  await page.getByText("We usually reply within 4 minutes.").waitFor();
  expect(desk.state.calls.map(({ path }) => path)).toEqual(["settings"]);
  expect(await page.evaluate(() => Object.keys(localStorage))).toEqual([]);
  expect(await page.evaluate(() => document.cookie)).toBe("");
});

test("other channels are named by their network, and by their account where there are several", async () => {
  const way = (platform: "telegram" | "whatsapp", name: string) => ({
    platform,
    name,
    url: `https://x.example/${name}`,
  });
  const { page } = await openFrame({
    others: [way("telegram", "Harbour"), way("whatsapp", "Oslo"), way("whatsapp", "Bergen")],
  });
  await page.getByRole("link", { name: "Telegram", exact: true }).waitFor();
  await page.getByRole("link", { name: "WhatsApp: Oslo" }).waitFor();
  await page.getByRole("link", { name: "WhatsApp: Bergen" }).waitFor();
});

test("agents whom the company shows are on the home view, by first name and picture", async () => {
  const avatar = "/visitor/wk_test/pictures/mira.webp";
  const { page } = await openFrame({
    faces: [
      { name: "Mira", avatar },
      { name: "Jonas", avatar: null },
    ],
  });
  const faces = page.getByRole("img", { name: "Mira, Jonas" });
  await faces.waitFor();
  expect(await faces.locator("img").getAttribute("src")).toBe(avatar);
  expect(await faces.innerText()).toBe("J");
});

test("a message is sent once with its page's language, and the answer comes live and is read", async () => {
  const { desk, page, conversation } = await talk();
  const [sent] = desk.callsOf("send");
  expect(sent?.token).toMatch(/^wv_/);
  expect(sent?.body).toMatchObject({
    conversation: null,
    type: "text",
    content: "Our flight moved to 06:10.",
    first: { language: "en-GB", shown: "en" },
  });
  await until(() => desk.state.calls.some(({ path }) => path === "me"));
  desk.typing(conversation.id);
  await page.getByText("Mira is typing").waitFor({ state: "attached" });
  desk.say(conversation.id, "I have moved it to 03:40.");
  await page.getByText("I have moved it to 03:40.").waitFor();
  await until(() => desk.state.seen.some(({ seq }) => seq === 2));
  desk.updateConversation(conversation.id, { seen: { delivered: 1, read: 1 } });
  await page.getByText(/ · Read$/).waitFor();
});

test("text typed while the first message is being sent stays, with the focus", async () => {
  const { desk, page } = await openFrame();
  const held = Promise.withResolvers<void>();
  desk.state.sendHeld = held.promise;
  await button(page, "Start a conversation").click();
  await write(page, "Our flight moved to 06:10.");
  await until(() => desk.callsOf("send").length === 1);
  await composer(page).pressSequentially("Can the pickup");
  held.resolve();
  await page.getByText("Sent", { exact: false }).waitFor();
  await page.keyboard.type(" be earlier?");
  expect(await composer(page).inputValue()).toBe("Can the pickup be earlier?");
  await page.keyboard.press("Enter");
  await until(() => desk.state.messages.length === 2);
  expect(desk.state.messages[1]).toMatchObject({
    conversation: desk.state.conversations[0]?.id,
    content: "Can the pickup be earlier?",
  });
});

test("first messages outlive a page that is left before it has given its address, and keep their order", async () => {
  const desk = await startDesk({ page: true });
  browser.after(desk.stop);
  // A page that gives no address.
  const silent = `<iframe src="${desk.frame}#origin=http://silent" width="376" height="640"></iframe>`;
  const shop = await startHostPage(silent);
  browser.after(shop.stop);
  const page = await browser.newPage();
  await page.goto(shop.origin);
  const frame = page.frameLocator("iframe");
  await frame.getByRole("button", { name: "Start a conversation" }).click();
  const field = frame.getByRole("textbox", { name: /Write/ });
  for (const text of ["One", "Two"]) {
    await field.fill(text);
    await field.press("Enter");
  }
  await page.reload();
  await until(() => desk.state.messages.length === 2);
  expect(desk.state.messages.map(({ content }) => content)).toEqual(["One", "Two"]);
});

test("the form asks the company's questions and says what is missing", async () => {
  const department = crypto.randomUUID();
  const { desk, page } = await openFrame({
    asks: { name: "required", email: "optional", topic: "required" },
    departments: [
      { id: department, name: "Bookings" },
      { id: crypto.randomUUID(), name: "Invoices" },
    ],
    privacy: "https://shop.example/privacy",
  });
  await button(page, "Start a conversation").click();
  await page.getByLabel("E-mail, so that we can answer").fill("aylin@");
  await button(page, "Send").click();
  await page.getByText("Please write your name.").waitFor();
  await page.getByText("That address is not complete.").waitFor();
  expect(await page.getByLabel("Your name").getAttribute("aria-invalid")).toBe("true");
  expect(await page.evaluate(() => document.activeElement?.getAttribute("name"))).toBe("name");
  expect(desk.callsOf("send")).toEqual([]);

  await page.getByLabel("Your name").fill("Aylin Kaya");
  await page.getByLabel("E-mail, so that we can answer").fill("aylin@example.com");
  await page.getByLabel("What is it about?").selectOption("Bookings");
  await page.getByLabel("Message").fill("Can the pickup be earlier?");
  await page.reload();
  await page.getByLabel("Message").waitFor();
  expect(await page.getByLabel("Message").inputValue()).toBe("Can the pickup be earlier?");
  await button(page, "Send").click();
  await until(() => desk.callsOf("send").length === 1);
  expect(desk.callsOf("send")[0]?.body).toMatchObject({
    first: { name: "Aylin Kaya", email: "aylin@example.com", departmentid: department },
  });
});

test("messages written without a connection are kept across a reload and sent once, in order", async () => {
  const { desk, page } = await talk();
  desk.state.refuse.set("send", { status: 503, code: "not_ready" });
  await write(page, "Yes please");
  await write(page, "And the meeting point");
  await until(async () => (await page.getByText("Waiting").count()) === 2);
  await page.reload();
  await page.getByText("And the meeting point").waitFor();
  expect(desk.state.messages).toHaveLength(1);
  desk.state.refuse.clear();
  await until(() => desk.state.messages.length === 3);
  expect(desk.state.messages.map(({ content }) => content)).toEqual([
    "Our flight moved to 06:10.",
    "Yes please",
    "And the meeting point",
  ]);
  await page.getByText("Waiting").first().waitFor({ state: "detached" });
  const ids = desk.callsOf("send").map(({ body }) => (body as { messageid: string }).messageid);
  expect(new Set(ids).size).toBe(3);
});

test("a lost connection is shown after a while, and missed messages appear when it is back", async () => {
  const { desk, page, conversation } = await talk();
  await until(() => desk.liveConnections() === 1);
  await page.context().setOffline(true);
  await page.getByText("No connection. What you write is kept").waitFor();
  await page.getByText("Connecting…").waitFor();
  await write(page, "Are you there?");
  desk.say(conversation.id, "Said while away");
  await page.context().setOffline(false);
  await page.getByText("Said while away").waitFor();
  await until(() => desk.state.messages.some(({ content }) => content === "Are you there?"));
  await page.getByText("No connection.").waitFor({ state: "detached" });
}, 30_000);

test("a network that fails while the live connection opens is noticed, and so is its return", async () => {
  const held = Promise.withResolvers<void>();
  const { desk, page } = await openFrame();
  desk.state.liveHeld = held.promise;
  await button(page, "Start a conversation").click();
  await write(page, "Our flight moved to 06:10.");
  await until(() => desk.state.heldLive > 0);
  await page.context().setOffline(true);
  await page.getByText("No connection. What you write is kept").waitFor();
  desk.state.liveHeld = null;
  held.resolve();
  desk.say(desk.state.conversations[0]?.id ?? "", "Said while away");
  await page.context().setOffline(false);
  await page.getByText("Said while away").waitFor();
  await page.getByText("No connection.").waitFor({ state: "detached" });
}, 30_000);

test("a live connection that the desk refused, or closed, is tried again", async () => {
  const { desk, page, conversation } = await talk();
  await until(() => desk.callsOf("me").length > 0);
  desk.state.refuseLive = true;
  desk.dropLive();
  await page.getByText("No connection. What you write is kept").waitFor();
  desk.say(conversation.id, "Said meanwhile");
  await until(() => desk.state.refusedLive > 0);
  desk.state.refuseLive = false;
  await page.getByText("Said meanwhile").waitFor();
  desk.say(conversation.id, "And live again");
  await page.getByText("And live again").waitFor();
}, 30_000);

test("the chat needs no other file once it is loaded", async () => {
  const { desk, page } = await openFrame();
  await button(page, "Start a conversation").click();
  await page.route("**/assets/**", (route) => route.abort());
  await write(page, "Our flight moved to 06:10.");
  await until(() => desk.callsOf("me").length > 0);
  desk.say(desk.state.conversations[0]?.id ?? "", "I have moved it.");
  await page.getByText("I have moved it.").waitFor();
});

test("a message is answered, reacted to, edited and deleted", async () => {
  const { desk, page, conversation } = await talk();
  const { message } = desk.say(conversation.id, "Shall I send the driver’s number?");
  const actions = button(page, "Actions for this message");
  await actions.nth(1).click();
  await button(page, "React with 👍").click();
  await page.getByRole("img", { name: "Reaction: 👍" }).waitFor();
  await actions.nth(1).click();
  await button(page, "Reply").click();
  await write(page, "Yes please");
  await until(() => desk.state.messages.length === 3);
  expect(desk.state.messages[2]?.reply_to?.messageid).toBe(message.messageid);
  await actions.nth(2).click();
  await button(page, "Edit").click();
  await write(page, "Yes, please do");
  await page.getByText("edited").waitFor();
  expect(desk.state.messages[2]?.content).toBe("Yes, please do");
  await actions.nth(2).click();
  await button(page, "Delete").click();
  await page.getByText("Message deleted").waitFor();
});

test("a refused change says so and leaves the message", async () => {
  const { desk, page } = await talk();
  desk.state.refuse.set("delete", { status: 409, code: "conflict" });
  await button(page, "Actions for this message").click();
  await button(page, "Delete").click();
  await page.getByText("That could not be saved. Please try again.").waitFor();
  await page.getByText("Our flight moved to 06:10.").waitFor();
});

test("files are uploaded with their progress, can be cancelled, and a large one is refused before", async () => {
  const { desk, page } = await talk();
  let release: () => void = () => undefined;
  desk.state.uploadHeld = new Promise((resolve) => {
    release = resolve;
  });
  const chooser = page.locator("input[type=file]");
  await chooser.setInputFiles({ name: "a.txt", mimeType: "text/plain", buffer: Buffer.from("a") });
  // A small file would be uploaded before the test can check.
  const started = Promise.withResolvers<void>();
  await page.route(
    "**/send-file",
    async (route) => {
      await started.promise;
      await route.continue();
    },
    { times: 1 },
  );
  await button(page, "Send").click();
  await page.getByRole("progressbar", { name: "a.txt" }).waitFor();
  started.resolve();
  await until(() => desk.callsOf("send-file").length === 1);
  await button(page, "Cancel").click();
  await page.getByRole("progressbar").waitFor({ state: "detached" });
  await until(() => desk.state.uploadsCut === 1);
  release();
  desk.state.uploadHeld = null;
  await chooser.setInputFiles({ name: "b.txt", mimeType: "text/plain", buffer: Buffer.from("b") });
  await button(page, "Send").click();
  await until(() => desk.state.messages.some(({ type }) => type === "document"));
  expect(desk.state.messages).toHaveLength(2);
  await chooser.setInputFiles({ name: "big.bin", mimeType: "", buffer: Buffer.alloc(5_000_001) });
  await page.getByText(/big\.bin is too large: at most 5 MB/).waitFor();
});

test("files come by paste and by drop, and a picture opens larger", async () => {
  const { desk, page, conversation } = await talk();
  const give = (event: "paste" | "drop", name: string) =>
    page.locator("textarea").evaluate(
      (area, [type, file]) => {
        const data = new DataTransfer();
        data.items.add(new File(["a"], file, { type: "text/plain" }));
        const facts = { bubbles: true, cancelable: true };
        area.dispatchEvent(
          type === "paste"
            ? new ClipboardEvent(type, { ...facts, clipboardData: data })
            : new DragEvent(type, { ...facts, dataTransfer: data }),
        );
      },
      [event, name] as const,
    );
  await give("paste", "pasted.txt");
  await page.getByText("pasted.txt").waitFor();
  await composer(page).press("Enter");
  await until(() => desk.callsOf("send-file").length === 1 && desk.state.messages.length === 2);
  await give("drop", "dropped.txt");
  await page.getByText("dropped.txt").waitFor();
  await composer(page).press("Enter");
  await until(() => desk.callsOf("send-file").length === 2 && desk.state.messages.length === 3);

  const file = { ...sampleFile, name: "map.png", type: "image/png", width: 64, height: 64 };
  desk.say(conversation.id, "", { type: "image", file });
  await button(page, "Show picture larger").click();
  const viewer = page.getByRole("dialog", { name: "map.png" });
  await viewer.waitFor();
  await page.keyboard.press("Escape");
  await viewer.waitFor({ state: "detached" });
  expect(await page.evaluate(() => document.activeElement?.className)).toBe("picture");
});

test("chosen files are shown, can be removed, and are sent with a caption", async () => {
  const { desk, page } = await talk();
  const text = (name: string) => ({ name, mimeType: "text/plain", buffer: Buffer.from(name) });
  const chosen = page.getByRole("list", { name: "Files to send" });
  await page
    .locator("input[type=file]")
    .setInputFiles([
      text("wrong.txt"),
      { name: "map.png", mimeType: "image/png", buffer: onePixel },
      text("plan.txt"),
    ]);
  await until(async () => (await chosen.getByRole("listitem").count()) === 3);
  await until(() =>
    chosen.locator("img").evaluate((image) => (image as HTMLImageElement).naturalWidth === 1),
  );
  await button(page, "Take wrong.txt out").click();
  // The files stay while the visitor is on another view.
  await button(page, "Back").click();
  await button(page, "Continue the conversation").click();
  await until(async () => (await chosen.getByRole("listitem").count()) === 2);
  expect(desk.callsOf("send-file")).toEqual([]);
  await page.getByRole("textbox", { name: "Add a caption…" }).fill("Where we meet");
  await page.keyboard.press("Enter");
  await until(() => desk.state.messages.length === 3);
  await chosen.waitFor({ state: "detached" });
  expect(desk.state.messages.slice(1).map(({ caption }) => caption)).toEqual([null, "Where we meet"]);
  expect(desk.callsOf("send")).toHaveLength(1);
});

test("the end of the messages stays in view while files are chosen, and scrolls into view for sent ones", async () => {
  const { desk, page, conversation } = await talk();
  for (let count = 1; count <= 30; count++) desk.say(conversation.id, `Line ${count}`);
  await page.getByText("Line 30").waitFor();
  const toEnd = () =>
    page.locator("main").evaluate((box) => box.scrollHeight - box.scrollTop - box.clientHeight);
  await until(async () => (await toEnd()) < 2);
  const file = { name: `${"long ".repeat(20)}.txt`, mimeType: "text/plain", buffer: Buffer.from("a") };
  await page.locator("input[type=file]").setInputFiles(file);
  const box = await button(page, /^Take long/).boundingBox();
  expect((box?.x ?? 0) + (box?.width ?? 0)).toBeLessThan(376);
  await until(async () => (await toEnd()) < 2);
  await page.locator("main").evaluate((scroller) => {
    scroller.scrollTop = 200;
  });
  await until(async () => (await toEnd()) > 300);
  await composer(page).press("Enter");
  await until(async () => (await toEnd()) < 2);
  const held = Promise.withResolvers<void>();
  desk.state.uploadHeld = held.promise;
  await page
    .locator("input[type=file]")
    .setInputFiles({ name: "map.png", mimeType: "image/png", buffer: onePixel });
  await composer(page).press("Enter");
  const picture = page.locator("main").getByRole("img", { name: "map.png" });
  await until(() => picture.evaluate((image) => (image as HTMLImageElement).naturalWidth === 1));
  expect(await toEnd()).toBeLessThan(2);
  held.resolve();
  await picture.waitFor({ state: "detached" });
});

test("a text that is too long for a caption says so, and is sent alone", async () => {
  const { desk, page } = await talk();
  const file = { name: "a.txt", mimeType: "text/plain", buffer: Buffer.from("a") };
  await page.locator("input[type=file]").setInputFiles(file);
  await composer(page).fill("x".repeat(1_025));
  await composer(page).press("Enter");
  await page.getByText("At most 1024 characters.").waitFor();
  await button(page, "Take a.txt out").click();
  await page.getByText("At most 1024 characters.").waitFor({ state: "detached" });
  await composer(page).press("Enter");
  await until(() => desk.state.messages.length === 2);
  expect(desk.callsOf("send-file")).toEqual([]);
});

test("a picture can be zoomed and moved", async () => {
  const { desk, page, conversation } = await talk();
  const wide = '<svg xmlns="http://www.w3.org/2000/svg" width="1920" height="1080"/>';
  await page.route("**/wide.svg", (route) => route.fulfill({ contentType: "image/svg+xml", body: wide }));
  const file = { ...sampleFile, name: "wide.svg", type: "image/svg+xml", url: "/wide.svg" };
  desk.say(conversation.id, "", { type: "image", file });
  await button(page, "Show picture larger").click();
  const picture = page.getByRole("dialog").getByRole("img");
  const width = () => picture.evaluate((image) => image.clientWidth);
  await until(async () => (await width()) > 300);
  const fitting = await width();
  expect(fitting).toBeLessThan(376);
  expect(await button(page, "Zoom out").isDisabled()).toBe(true);
  await button(page, "Zoom in").click();
  await until(async () => (await width()) > 1.4 * fitting);
  await page.keyboard.press("-");
  await until(async () => (await width()) === fitting);
  await picture.dblclick();
  await until(async () => (await width()) >= 1920);
  const look = page.locator(".look");
  const left = () => look.evaluate((box) => box.scrollLeft);
  const before = await left();
  expect(before).toBeGreaterThan(0);
  await page.mouse.move(200, 300);
  await page.mouse.down();
  await page.mouse.move(100, 300);
  await page.mouse.up();
  expect(await left()).toBe(before + 100);
  await page.keyboard.press("Escape");
  await picture.waitFor({ state: "detached" });
});

test("the emoji button looks after a touch as before", async () => {
  const { page } = await openFrame({}, { hasTouch: true, isMobile: true });
  await button(page, "Start a conversation").tap();
  const emoji = button(page, "Emoji");
  const look = () =>
    emoji.evaluate((one) => {
      const { backgroundColor, outlineStyle } = getComputedStyle(one);
      return `${backgroundColor} ${outlineStyle}`;
    });
  const before = await look();
  await emoji.tap();
  await button(page, "👍").waitFor();
  await emoji.tap();
  await button(page, "👍").waitFor({ state: "detached" });
  expect(await look()).toBe(before);
  await emoji.tap();
  await button(page, "👍").tap();
  expect(await composer(page).inputValue()).toBe("👍");
  expect(await look()).toBe(before);
});

test("a sound plays for messages that the visitor does not see, once they chose it", async () => {
  const desk = await startDesk();
  browser.after(desk.stop);
  const page = await browser.newPage({ viewport: { width: 376, height: 640 } });
  await page.addInitScript(() => {
    const start = OscillatorNode.prototype.start;
    Object.assign(window, { tones: 0 });
    OscillatorNode.prototype.start = function (when) {
      (window as unknown as { tones: number }).tones++;
      start.call(this, when);
    };
  });
  const tones = () => page.evaluate(() => (window as unknown as { tones: number }).tones);
  await page.goto(desk.frame);
  await button(page, "Start a conversation").click();
  await write(page, "Our flight moved to 06:10.");
  await until(() => desk.callsOf("me").length > 0);
  const id = desk.state.conversations[0]?.id ?? "";
  await button(page, "Back").click();
  desk.say(id, "Said without a sound");
  await page.getByText("Said without a sound").waitFor();
  expect(await tones()).toBe(0);
  await button(page, "Options").click();
  await page.getByRole("checkbox", { name: "Sound" }).check();
  const chosen = await tones();
  desk.say(id, "Said with one");
  await until(async () => (await tones()) > chosen);
  await page.keyboard.press("Escape");
  await button(page, "Continue the conversation").click();
  const before = await tones();
  desk.say(id, "Before their eyes");
  await page.getByText("Before their eyes").waitFor();
  expect(await tones()).toBe(before);
});

test("a live event during a fetch is not undone by its answer", async () => {
  const { desk, page, conversation } = await talk();
  await until(() => desk.liveConnections() === 1);
  const held = Promise.withResolvers<void>();
  desk.state.meHeld = held.promise;
  const asked = desk.callsOf("me").length;
  desk.dropLive();
  await until(() => desk.liveConnections() === 1 && desk.callsOf("me").length > asked);
  desk.updateConversation(conversation.id, { state: "closed", can_rate: true });
  await page.getByRole("radio", { name: "2 stars" }).waitFor();
  const fetched = page.waitForResponse(/\/messages\?/);
  held.resolve();
  await fetched;
  await page.getByRole("radio", { name: "2 stars" }).click();
  await page.getByText("Thank you. You can still change it.").waitFor();
});

test("a message that comes live before its call is answered is shown once", async () => {
  const { desk, page } = await talk();
  await until(() => desk.liveConnections() === 1);
  const held = Promise.withResolvers<void>();
  desk.state.sendHeld = held.promise;
  await write(page, "Sent once");
  await page.getByRole("log").getByText("Sent once").waitFor();
  expect(await page.getByText("Sent once").count()).toBe(1);
  held.resolve();
  await page.getByText("Sent", { exact: false }).last().waitFor();
  expect(await page.getByText("Sent once").count()).toBe(1);
});

test("stars are given and changed after the conversation is closed", async () => {
  const { desk, page, conversation } = await talk();
  desk.say(conversation.id, "Mira Halvorsen", { type: "close" });
  desk.updateConversation(conversation.id, { state: "closed", can_rate: true });
  await page.getByText(/Mira closed the conversation/).waitFor();
  expect(await page.getByText("How was it?").count()).toBe(1);
  await page.getByRole("radio", { name: "2 stars" }).click();
  await page.getByText("Thank you. You can still change it.").waitFor();
  await page.getByRole("radio", { name: "3 stars" }).click();
  await until(() => desk.state.conversations[0]?.rating === 3);
  await until(
    async () => (await page.getByRole("radio", { name: "3 stars" }).getAttribute("aria-checked")) === "true",
  );
  await page.getByLabel("What should we know? (optional)").fill("Quick and kind");
  await button(page, "Send your words").click();
  await page.getByText("Thank you for your words. You can still change them.").waitFor();
  expect(desk.callsOf("rate").at(-1)).toMatchObject({ body: { stars: 3, words: "Quick and kind" } });
  desk.state.refuse.set("rate", { status: 503, code: "not_ready" });
  await page.getByRole("radio", { name: "1 star", exact: true }).click();
  await page.getByText("Your stars could not be saved.").waitFor();
});

test("the automatic message asks for an address, where the company wants one and the form did not ask", async () => {
  const { desk, page, conversation } = await talk();
  desk.state.settings.asks = { name: "no", email: "optional", topic: "no" };
  await page.reload();
  await page.getByText("Our flight moved to 06:10.").waitFor();
  desk.say(conversation.id, "We are closed now.", { automatic: true, author: null });
  await page.getByLabel("Your e-mail address, for answers").fill("aylin@example");
  await button(page, "Save").click();
  await page.getByText("That address is not complete.").waitFor();
  await page.getByLabel("Your e-mail address, for answers").fill("aylin@example.com");
  await button(page, "Save").click();
  await page.getByText("Answers that you have not read also go to aylin@example.com.").waitFor();
});

test("a visitor who left the form's address empty is not asked again", async () => {
  const { desk, page } = await openFrame({ asks: { name: "no", email: "optional", topic: "no" } });
  await button(page, "Start a conversation").click();
  await page.getByLabel("Message").fill("Is breakfast included?");
  await button(page, "Send").click();
  await page.getByText("Sent", { exact: false }).waitFor();
  const [conversation] = desk.state.conversations;
  desk.say(conversation?.id ?? "", "We are closed now.", { automatic: true, author: null });
  await page.getByText("We are closed now.").waitFor();
  expect(await page.getByLabel("Your e-mail address, for answers").count()).toBe(0);
});

test("two tabs of one visitor agree", async () => {
  const { desk, page, conversation } = await talk();
  const other = await page.context().newPage();
  await other.goto(desk.frame);
  await button(other, "Continue the conversation").click();
  await other.getByText("Our flight moved to 06:10.").waitFor();
  await write(other, "From the second tab");
  await page.getByText("From the second tab").waitFor();
  desk.say(conversation.id, "To both");
  await page.getByText("To both").waitFor();
  await other.getByText("To both").waitFor();
});

test("the chat starts again with the unsent messages after a token has ended", async () => {
  const { desk, page } = await talk();
  const before = desk.callsOf("send")[0]?.token;
  // The new connection's data has loaded: another call would find the token gone before the visitor writes.
  await until(() => desk.callsOf("messages").length > 0);
  desk.state.tokens.clear();
  desk.state.conversations.length = 0;
  await write(page, "Still here");
  await until(() => desk.state.messages.some(({ content }) => content === "Still here"));
  const last = desk.callsOf("send").at(-1);
  expect(last?.token).not.toBe(before);
  expect(last?.body).toMatchObject({ conversation: null, first: { language: "en-GB" } });
});

test("an unknown token keeps the conversation that its first message began meanwhile", async () => {
  const desk = await startDesk();
  browser.after(desk.stop);
  const page = await browser.newPage({ viewport: { width: 376, height: 640 } });
  const token = `wv_${"a".repeat(43)}`;
  await page.addInitScript((given) => localStorage.setItem("parley-chat:wk_test", given), token);
  let refuse: () => void = () => undefined;
  const refused = new Promise<void>((resolve) => {
    refuse = resolve;
  });
  // The question was asked before the message was sent, and answered after it.
  const refusing = async (route: Route) => {
    await refused;
    await route.fulfill({ status: 401, json: { code: "signed_out" } });
  };
  await page.route("**/me", refusing, { times: 1 });
  await page.goto(desk.frame);
  await button(page, "Start a conversation").click();
  await write(page, "Our flight moved to 06:10.");
  await page.getByText(/Sent$/).waitFor();
  const answered = page.waitForResponse("**/me");
  refuse();
  await (await answered).finished();
  await write(page, "Can the pickup be earlier?");
  await until(() => desk.callsOf("send").length === 2);
  expect(desk.callsOf("send").map((call) => call.token)).toEqual([token, token]);
});

test("a desk that knows no token at all is not asked endlessly", async () => {
  const { desk, page } = await talk();
  await until(() => desk.callsOf("me").length > 0);
  desk.state.refuse.set("send", { status: 401, code: "signed_out" });
  await write(page, "Still here");
  await page.getByText("Not sent: the desk refused it.").waitFor();
  expect(desk.callsOf("send")).toHaveLength(3);
  desk.state.refuse.clear();
  await button(page, "Send again").click();
  await until(() => desk.state.messages.some(({ content }) => content === "Still here"));
});

test("the chat works until the page is left where storage is blocked", async () => {
  const desk = await startDesk();
  browser.after(desk.stop);
  const page = await browser.newPage();
  await page.addInitScript(() => {
    for (const name of ["localStorage", "sessionStorage"])
      Object.defineProperty(window, name, {
        get: () => {
          throw new DOMException("blocked", "SecurityError");
        },
      });
  });
  await page.goto(desk.frame);
  await button(page, "Start a conversation").click();
  await write(page, "Hello");
  await page.getByText(/Sent$/).waitFor();
  await until(() => desk.callsOf("me").length > 0);
  expect(desk.callsOf("me")[0]?.token).toBe(desk.callsOf("send")[0]?.token);
});

test("markup is shown as text, and an address as a link that sends no referrer", async () => {
  const { desk, page, conversation } = await talk();
  desk.say(conversation.id, '<img src=x onerror="alert(1)"> see https://shop.example/a?b=1.');
  const link = page.getByRole("link", { name: "https://shop.example/a?b=1" });
  await link.waitFor();
  expect(await link.getAttribute("rel")).toContain("noopener noreferrer");
  await page.getByText('<img src=x onerror="alert(1)"> see').waitFor();
});

test("the chat is shown in each language", async () => {
  const { desk, page } = await openFrame();
  for (const language of ["en", "af", "bg", "tr", "es", "ru", "nl", "ja"]) {
    await page.goto("about:blank");
    await page.goto(`${desk.frame}#language=${language}`);
    await page.locator(".cta").waitFor();
    expect(await page.evaluate(() => document.documentElement.lang)).toBe(language);
  }
});

test("the field of a chat that was open before a reload has its height, also when it is shown later", async () => {
  const { page } = await talk();
  await page.addInitScript(() => {
    document.addEventListener("readystatechange", () => {
      if (document.readyState === "interactive") document.documentElement.style.display = "none";
    });
  });
  await page.reload();
  const field = page.locator("textarea");
  await field.waitFor({ state: "attached" });
  await page.evaluate(() => {
    document.documentElement.style.display = "";
  });
  await until(() =>
    field.evaluate((area) => area.clientHeight > 0 && area.clientHeight >= area.scrollHeight),
  );
});

test("Enter sends the first form too, Shift with Enter is a new line", async () => {
  const { desk, page } = await openFrame({ asks: { name: "optional", email: "no", topic: "no" } });
  await button(page, "Start a conversation").click();
  const field = page.getByRole("textbox", { name: "Message" });
  await field.fill("One");
  await field.press("Shift+Enter");
  await field.pressSequentially("two");
  expect(await field.inputValue()).toBe("One\ntwo");
  await field.press("Enter");
  await until(() => desk.state.messages.length === 1);
  expect(desk.state.messages[0]?.content).toBe("One\ntwo");
});

test("the opening time has the words of the automatic message, and always its zone", async () => {
  const opens = new Date(Date.now() + 86_400_000).toISOString().replace(/T.*/, "T12:00:00.000Z");
  const hours = { open: false, opens, time_zone: "Asia/Tokyo" };
  const when = (zone: string) => `Closed · opens ${showOpening(new Date(opens), zone, "en", new Date())}`;
  const { page } = await openFrame({ hours });
  await page.getByText(when("Asia/Tokyo"), { exact: true }).waitFor();
  expect(when("Asia/Tokyo")).toMatch(/day,? 21:00 (GMT\+9|JST)$/);
  await button(page, "Start a conversation").click();
  await page.getByText(when("Asia/Tokyo"), { exact: true }).waitFor();
  const american = await openFrame({ hours: { ...hours, time_zone: "UTC" } }, { locale: "en-US" });
  await american.page.getByText(when("UTC"), { exact: true }).waitFor();
  expect(when("UTC")).toMatch(/12:00 UTC$/);
});

test("a time has no leading zero where people write the hour of the day with AM and PM", async () => {
  const { desk, page, conversation } = await talk({}, { locale: "en-US" });
  desk.say(conversation.id, "Good morning", { created_on: "2026-11-24T05:50:00.000Z" });
  await page.getByText(/^5:50\sAM$/).waitFor();
});

test("an empty file is refused with words, and up to three emoji alone are large", async () => {
  const { desk, page } = await talk();
  const empty = { name: "empty.txt", mimeType: "text/plain", buffer: Buffer.alloc(0) };
  await page.locator("input[type=file]").setInputFiles(empty);
  await page.getByText("empty.txt is empty.").waitFor();
  expect(desk.callsOf("send-file")).toEqual([]);
  await write(page, "👍🏽 👨‍👩‍👧 🇳🇴");
  await write(page, "👍 yes");
  const size = async (text: string) =>
    Number.parseFloat(
      await page.getByText(text, { exact: true }).evaluate((one) => getComputedStyle(one).fontSize),
    );
  expect(await size("👍🏽 👨‍👩‍👧 🇳🇴")).toBeGreaterThan(1.5 * (await size("👍 yes")));
});
