/** The chat as a visitor uses it, against a desk that the test scripts. */
import type { Page, Route } from "playwright-core";
import { expect, test } from "vitest";
import { until, useBrowser } from "./browser.ts";
import { sampleFile, startDesk } from "./desk.ts";
import { startHostPage } from "./host-page.ts";

const browser = useBrowser();

async function openFrame(
  overrides: Parameters<typeof startDesk>[0] = {},
  size = { width: 376, height: 640 },
) {
  const desk = await startDesk(overrides);
  browser.after(desk.stop);
  const page = await browser.newPage({ viewport: size });
  await page.goto(desk.frame);
  return { desk, page };
}

const button = (page: Page, name: string | RegExp) => page.getByRole("button", { name });
const composer = (page: Page) => page.getByRole("textbox", { name: /Write/ });

async function write(page: Page, text: string) {
  await composer(page).fill(text);
  await composer(page).press("Enter");
}

/** A conversation in which both have written. */
async function talk(overrides: Parameters<typeof startDesk>[0] = {}) {
  const { desk, page } = await openFrame(overrides);
  await button(page, "Start a conversation").click();
  await write(page, "Our flight moved to 06:10.");
  await page.getByText("Sent", { exact: false }).waitFor();
  const conversation = desk.state.conversations[0];
  if (!conversation) throw new Error("nothing was sent");
  return { desk, page, conversation };
}

test("before the first message nothing but the settings is asked for, and nothing is stored", async () => {
  const { desk, page } = await openFrame();
  await button(page, "Start a conversation").waitFor();
  await page.getByText("We usually reply within 4 minutes.").waitFor();
  expect(desk.state.calls.map(({ path }) => path)).toEqual(["settings"]);
  expect(await page.evaluate(() => Object.keys(localStorage))).toEqual([]);
  expect(await page.evaluate(() => document.cookie)).toBe("");
});

test("other ways are named by their network, and by their account where there are several", async () => {
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

test("what is typed while the first message is on its way stays, with the focus", async () => {
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

test("the form asks what the company wants and says what is missing", async () => {
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

test("what is written without a connection is kept across a reload and sent once, in order", async () => {
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

test("a lost connection is said after a while, and what came meanwhile is there when it is back", async () => {
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

test("a network that goes while the live connection opens is noticed, and its return", async () => {
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

test("once it is loaded, the chat needs no other file", async () => {
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

test("a change that is refused says so and leaves the message", async () => {
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
  await page.getByRole("progressbar", { name: "a.txt" }).waitFor();
  await button(page, "Cancel").click();
  await page.getByRole("progressbar").waitFor({ state: "detached" });
  release();
  desk.state.uploadHeld = null;
  await chooser.setInputFiles({ name: "b.txt", mimeType: "text/plain", buffer: Buffer.from("b") });
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
  await until(() => desk.callsOf("upload").length === 1 && desk.state.messages.length === 2);
  await give("drop", "dropped.txt");
  await until(() => desk.callsOf("upload").length === 2 && desk.state.messages.length === 3);

  const file = { ...sampleFile, name: "map.png", type: "image/png", width: 64, height: 64 };
  desk.say(conversation.id, "", { type: "image", file });
  await button(page, "Show picture larger").click();
  const viewer = page.getByRole("dialog", { name: "map.png" });
  await viewer.waitFor();
  await page.keyboard.press("Escape");
  await viewer.waitFor({ state: "detached" });
  expect(await page.evaluate(() => document.activeElement?.className)).toBe("picture");
});

test("a sound is heard for what is not before the visitor, once they chose it", async () => {
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

test("what comes live while an answer is fetched is not undone by it", async () => {
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

test("stars are given and changed after the conversation is closed", async () => {
  const { desk, page, conversation } = await talk();
  desk.say(conversation.id, "Mira Halvorsen", { type: "close" });
  desk.updateConversation(conversation.id, { state: "closed", can_rate: true });
  await page.getByText(/Mira closed the conversation/).waitFor();
  await page.getByRole("radio", { name: "2 stars" }).click();
  await page.getByText("Thank you. You can still change it.").waitFor();
  await page.getByRole("radio", { name: "3 stars" }).click();
  await until(() => desk.state.conversations[0]?.rating === 3);
  await until(
    async () => (await page.getByRole("radio", { name: "3 stars" }).getAttribute("aria-checked")) === "true",
  );
  desk.state.refuse.set("rate", { status: 503, code: "not_ready" });
  await page.getByRole("radio", { name: "1 star", exact: true }).click();
  await page.getByText("Your stars could not be saved.").waitFor();
});

test("out of hours the automatic message asks for an address, where the company wants one", async () => {
  const { desk, page } = await openFrame({
    asks: { name: "no", email: "optional", topic: "no" },
    hours: { open: false, opens: null, time_zone: "UTC" },
  });
  await page.getByText("Closed now").waitFor();
  await button(page, "Start a conversation").click();
  await page.getByLabel("Message").fill("Is breakfast included?");
  await button(page, "Send").click();
  await until(() => desk.state.conversations.length === 1);
  const conversation = desk.state.conversations[0];
  if (!conversation) throw new Error("nothing was sent");
  await page.getByText("Sent", { exact: false }).waitFor();
  desk.say(conversation.id, "We are closed now.", { automatic: true, author: null });
  await page.getByLabel("Your e-mail address, for answers").fill("aylin@example");
  await button(page, "Save").click();
  await page.getByText("That address is not complete.").waitFor();
  await page.getByLabel("Your e-mail address, for answers").fill("aylin@example.com");
  await button(page, "Save").click();
  await page.getByText("Answers that you have not read also go to aylin@example.com.").waitFor();
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

test("a token that has ended begins anew with what was not sent", async () => {
  const { desk, page } = await talk();
  const before = desk.callsOf("send")[0]?.token;
  // What a new connection fetches is there: another call would find the token gone before the visitor writes.
  await until(() => desk.callsOf("messages").length > 0);
  desk.state.tokens.clear();
  desk.state.conversations.length = 0;
  await write(page, "Still here");
  await until(() => desk.state.messages.some(({ content }) => content === "Still here"));
  const last = desk.callsOf("send").at(-1);
  expect(last?.token).not.toBe(before);
  expect(last?.body).toMatchObject({ conversation: null, first: { language: "en-GB" } });
});

test("a token that was unknown keeps what its first message began meanwhile", async () => {
  const desk = await startDesk();
  browser.after(desk.stop);
  const page = await browser.newPage({ viewport: { width: 376, height: 640 } });
  const token = `wv_${"a".repeat(43)}`;
  await page.addInitScript((given) => localStorage.setItem("parley-chat:wk_test", given), token);
  let refuse: () => void = () => undefined;
  const refused = new Promise<void>((resolve) => {
    refuse = resolve;
  });
  // Asked before the message was sent, and answered after it.
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

test("a desk that knows no token at all is not asked without end", async () => {
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

test("with its storage blocked the chat works until the page is left", async () => {
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

test("markup is shown as text, and an address as a link that tells nothing", async () => {
  const { desk, page, conversation } = await talk();
  desk.say(conversation.id, '<img src=x onerror="alert(1)"> see https://shop.example/a?b=1.');
  const link = page.getByRole("link", { name: "https://shop.example/a?b=1" });
  await link.waitFor();
  expect(await link.getAttribute("rel")).toContain("noopener noreferrer");
  await page.getByText('<img src=x onerror="alert(1)"> see').waitFor();
});

test("is shown in each language", async () => {
  const { desk, page } = await openFrame();
  for (const language of ["en", "af", "bg", "tr", "es", "ru", "nl", "ja"]) {
    await page.goto("about:blank");
    await page.goto(`${desk.frame}#language=${language}`);
    await page.locator(".cta").waitFor();
    expect(await page.evaluate(() => document.documentElement.lang)).toBe(language);
  }
});
