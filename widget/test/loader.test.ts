/** The script tag on pages that are not ours. */
import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { until, useBrowser } from "./browser.ts";
import { sampleFile, startDesk } from "./desk.ts";
import { startHostPage } from "./host-page.ts";

const browser = useBrowser();

type Shop = Parameters<typeof startHostPage>[1] & {
  settings?: Parameters<typeof startDesk>[0];
  tag?: (origin: string) => string;
  options?: Parameters<typeof browser.newPage>[0];
  path?: string;
  headersFor?: (origin: string) => Record<string, string>;
};

async function openShop({ settings, tag = plainTag, options, path = "/", headersFor, ...host }: Shop = {}) {
  const desk = await startDesk(settings);
  browser.after(desk.stop);
  const shop = await startHostPage(tag(desk.origin), { ...host, headers: headersFor?.(desk.origin) });
  browser.after(shop.stop);
  const page = await browser.newPage(options);
  const said: string[] = [];
  page.on("console", (message) => said.push(message.text()));
  // The closed root is opened, so that the test sees what a visitor sees.
  await page.addInitScript(() => {
    const attach = Element.prototype.attachShadow;
    Element.prototype.attachShadow = function (init) {
      return attach.call(this, { ...init, mode: "open" });
    };
  });
  await page.goto(shop.origin + path);
  return { desk, shop, page, said, frame: page.frameLocator("iframe") };
}

const plainTag = (origin: string) => `<script src="${origin}/chat.js" data-key="wk_test" async></script>`;
const launcher = (page: Page) => page.getByRole("button", { name: /^(Open|Close) chat/ });
const parley = (page: Page, call: string) =>
  page.evaluate((code) => new Function(code)(), `return Parley.${call}`);

test("the launcher opens the chat and gets the focus back", async () => {
  const { page, frame } = await openShop();
  await launcher(page).click();
  await frame.getByRole("button", { name: "Start a conversation" }).click();
  await frame.getByRole("textbox").fill("A draft");
  await frame.getByRole("textbox").press("Escape");
  await page.getByRole("button", { name: "Open chat" }).waitFor();
  expect(await page.evaluate(() => document.activeElement?.shadowRoot?.activeElement?.className)).toBe(
    "launch",
  );
  await page.keyboard.press("Enter");
  expect(await frame.getByRole("textbox").inputValue()).toBe("A draft");
});

test("the keys stay with the launcher until the frame has loaded; then they go into it", async () => {
  const { desk, page, frame } = await openShop({ tag: () => "" });
  const held = Promise.withResolvers<void>();
  await page.route("**/chat/frame/**", async (route) => {
    await held.promise;
    await route.continue();
  });
  await page.addScriptTag({ url: `${desk.origin}/chat.js?key=wk_test` });
  await launcher(page).click();
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: "Open chat" }).waitFor();
  await page.keyboard.press("Enter");
  await page.getByRole("button", { name: "Close chat" }).waitFor();
  held.resolve();
  await frame.getByRole("button", { name: "Start a conversation" }).waitFor();
  await until(() =>
    frame.locator("h1").evaluate((title) => document.activeElement === title && document.hasFocus()),
  );
});

test("an open picture gets all the room of the page, and gives it back", async () => {
  const { desk, page, frame } = await openShop();
  await launcher(page).click();
  await frame.getByRole("button", { name: "Start a conversation" }).click();
  await frame.getByRole("textbox").fill("Hello");
  await frame.getByRole("textbox").press("Enter");
  await until(() => desk.state.conversations.length === 1 && desk.liveConnections() === 1);
  const file = { ...sampleFile, name: "map.png", type: "image/png" };
  desk.say(desk.state.conversations[0]?.id ?? "", "", { type: "image", file });
  const width = async () => (await page.locator("iframe").boundingBox())?.width ?? 0;
  expect(await width()).toBe(376);
  await frame.getByRole("button", { name: "Show picture larger" }).click();
  await until(async () => (await width()) === 1_200);
  await page.keyboard.press("Escape");
  await until(async () => (await width()) === 376);
});

test("the page is not touched: no cookie, no storage, one global, no layout shift", async () => {
  const { page } = await openShop({
    html: `<script>
      before = new Set(Object.keys(window)); shifts = 0;
      new PerformanceObserver((list) => { for (const { value } of list.getEntries()) shifts += value; })
        .observe({ type: "layout-shift", buffered: true });
    </script>`,
  });
  await launcher(page).click();
  await page.locator(".ready iframe").waitFor();
  await page.keyboard.press("Escape");
  const found = await page.evaluate(() => {
    const own = new Set(["before", "shifts", "Parley"]);
    const { before, shifts } = window as unknown as { before: Set<string>; shifts: number };
    const added = Object.keys(window).filter(
      (name) => !before.has(name) && !own.has(name) && !/^\d+$/.test(name),
    );
    return { shifts, added, cookie: document.cookie, stored: localStorage.length + sessionStorage.length };
  });
  expect(found).toEqual({ shifts: 0, added: [], cookie: "", stored: 0 });
});

test("a page with a strict policy needs only the three documented lines", async () => {
  const { page, said, frame } = await openShop({
    headersFor: (origin) => ({
      "content-security-policy": `default-src 'none'; script-src ${origin}; connect-src ${origin}; frame-src ${origin}; require-trusted-types-for 'script'; trusted-types 'none'`,
    }),
  });
  await launcher(page).click();
  await frame.getByRole("button", { name: "Start a conversation" }).waitFor();
  const box = await page.locator(".launch").boundingBox();
  expect(box).toMatchObject({ width: 60, height: 60 });
  expect(said.filter((text) => /Content Security Policy|TrustedScript/i.test(text))).toEqual([]);
});

test("the first of two tags counts; after shutdown nothing is left, and a tag works again", async () => {
  const { page, desk } = await openShop({ tag: (origin) => plainTag(origin).repeat(2) });
  await launcher(page).click();
  await page.locator(".ready iframe").waitFor();
  expect(await page.locator("iframe").count()).toBe(1);
  const left = () =>
    page.evaluate(() => ({
      children: [...document.body.children].map(({ tagName }) => tagName),
      parley: "Parley" in window,
      overflow: document.documentElement.style.overflow,
    }));
  await parley(page, "shutdown()");
  expect(await left()).toEqual({ children: ["H1", "P", "SCRIPT", "SCRIPT"], parley: false, overflow: "" });
  await page.addScriptTag({ url: `${desk.origin}/chat.js?key=wk_test` });
  await launcher(page).waitFor();
  await parley(page, "open()");
  await page.locator(".ready iframe").waitFor();
  expect(await page.locator("iframe").count()).toBe(1);
});

test("the key may be in the address; a tag without one reports that to the page", async () => {
  const { page } = await openShop({
    tag: (origin) => `<script src="${origin}/chat.js?key=wk_test"></script>`,
  });
  await launcher(page).waitFor();
  const without = await openShop({ tag: (origin) => `<script src="${origin}/chat.js"></script>` });
  expect(without.said).toContain("Parley: the script tag needs data-key, or chat.js?key=");
});

test("an unknown key renders nothing and reports that to the page", async () => {
  const { page, said } = await openShop({
    tag: (origin) => `<script src="${origin}/chat.js" data-key="wk_other"></script>
      <script>Parley.on("error", ({ code }) => { document.title = code; });</script>`,
  });
  await until(async () => (await page.title()) === "unknown_key");
  expect(said).toContain("Parley: the desk knows no such key (unknown_key)");
  expect(await launcher(page).count()).toBe(0);
});

test("a framework that replaces the body keeps the launcher", async () => {
  const { page } = await openShop();
  await launcher(page).waitFor();
  await page.evaluate(() => {
    document.body.replaceWith(document.createElement("body"));
  });
  await launcher(page).waitFor();
  await page.evaluate(() => {
    document.body.replaceChildren();
  });
  await launcher(page).waitFor();
});

test("an answer while closed shows a peek, counts, and is reported to the page", async () => {
  const { page, desk, frame } = await openShop({
    html: `<script>heard = [];</script>`,
    tag: (origin) => `${plainTag(origin)}<script>addEventListener("load", () => {
      for (const name of ["unread", "message", "open", "close"]) Parley.on(name, (detail) => heard.push([name, detail]));
    });</script>`,
  });
  await launcher(page).click();
  await frame.getByRole("button", { name: "Start a conversation" }).click();
  await frame.getByRole("textbox").fill("Hello");
  await frame.getByRole("textbox").press("Enter");
  await until(() => desk.state.conversations.length === 1 && desk.callsOf("me").length > 0);
  await page.getByRole("button", { name: "Close chat" }).first().click();
  const conversation = desk.state.conversations[0];
  if (!conversation) throw new Error("nothing was sent");
  desk.say(conversation.id, "Your transfer is confirmed.");
  await page.getByText("Mira from Harbour Travel").waitFor();
  await page.getByRole("button", { name: "Open chat, new messages: 1" }).waitFor();
  const heard = await page.evaluate(() => (window as unknown as { heard: [string, unknown][] }).heard);
  expect(heard).toContainEqual(["unread", 1]);
  expect(heard).toContainEqual([
    "message",
    { author: "Mira from Harbour Travel", text: "Your transfer is confirmed." },
  ]);
  expect(await page.title()).toBe("Shop");
  await page.getByText("Mira from Harbour Travel").click();
  await frame.getByText("Your transfer is confirmed.").waitFor();
  await until(() => desk.state.conversations[0]?.unread === 0);
});

test("messages from anyone but the desk's frame do nothing", async () => {
  const { page } = await openShop();
  await launcher(page).waitFor();
  await page.locator("iframe").waitFor({ state: "attached" });
  await until(() =>
    page.evaluate(() => document.body.lastElementChild?.shadowRoot?.querySelector(".ready") !== null),
  );
  await page.evaluate(() => window.postMessage({ parley: "open" }, "*"));
  await page.evaluate(() => {
    const stranger = document.createElement("iframe");
    stranger.srcdoc = `<script>parent.postMessage({ parley: "open" }, "*")</script>`;
    document.body.append(stranger);
    return new Promise((resolve) =>
      window.addEventListener("message", () => setTimeout(resolve), { once: true }),
    );
  });
  expect(await page.getByRole("button", { name: "Open chat" }).count()).toBe(1);
});

test("identify reaches the desk, and its refusal the page's console", async () => {
  const { page, desk, said } = await openShop();
  await launcher(page).waitFor();
  await parley(page, `on("identified", () => { document.title = "identified"; })`);
  await parley(page, `identify("a.b.c")`);
  await until(async () => (await page.title()) === "identified");
  expect(desk.callsOf("identify")[0]?.body).toEqual({ jwt: "a.b.c" });
  desk.state.refuse.set("identify", { status: 400, code: "identify_refused" });
  await parley(page, `identify("wrong")`);
  await until(() => said.includes("Parley: identify was refused (identify_refused)"));
});

test("the link of a mail opens the chat, is removed from the address and used once", async () => {
  const { page, desk, frame } = await openShop({ path: "/orders?id=7#parley-chat=code_1" });
  await frame.getByRole("button", { name: "Start a conversation" }).waitFor();
  await until(() => desk.callsOf("return").length === 1);
  expect(desk.callsOf("return")[0]?.body).toEqual({ code: "code_1" });
  expect(new URL(page.url()).hash).toBe("");
  expect(new URL(page.url()).search).toBe("?id=7");
});

test("the page's address comes only with the first message, and only when the company asks", async () => {
  const { page, desk, frame } = await openShop({ settings: { page: true }, path: "/orders?id=7#secret" });
  await launcher(page).click();
  await frame.getByRole("button", { name: "Start a conversation" }).click();
  await page.evaluate(() => history.pushState(null, "", "/checkout?step=2#secret"));
  for (const text of ["One", "Two"]) {
    await frame.getByRole("textbox").fill(text);
    await frame.getByRole("textbox").press("Enter");
    await until(() => desk.state.messages.some(({ content }) => content === text));
  }
  const [first, second] = desk.callsOf("send").map(({ body }) => body as { first?: { page?: object } });
  expect(first?.first?.page).toEqual({ url: `${new URL(page.url()).origin}/checkout?step=2`, title: "Shop" });
  expect(second?.first).toBeUndefined();
});

test("the chat fills the screen on a phone and keeps the focus", async () => {
  const { page, frame } = await openShop({ options: { viewport: { width: 390, height: 844 } } });
  await launcher(page).click();
  await frame.getByRole("button", { name: "Start a conversation" }).waitFor();
  expect(await page.locator(".panel").boundingBox()).toEqual({ x: 0, y: 0, width: 390, height: 844 });
  expect(await page.evaluate(() => document.documentElement.style.overflow)).toBe("hidden");
  const names: (string | null)[] = [];
  for (let index = 0; index < 8; index++) {
    await page.keyboard.press("Tab");
    names.push(await page.evaluate(() => document.activeElement?.tagName ?? null));
  }
  expect(new Set(names)).toEqual(new Set(["DIV"]));
  await frame.getByRole("button", { name: "Close chat" }).click();
  await until(() => page.evaluate(() => document.documentElement.style.overflow === ""));
});

test("the chat follows the page's theme, and right-to-left pages do not move it", async () => {
  const { page, frame } = await openShop({
    settings: { theme: "page" },
    attributes: 'lang="nl" dir="rtl" data-theme="dark"',
  });
  // The frame, which loads before it is opened, never shows another theme.
  await until(
    async () => (await page.locator("iframe").getAttribute("src"))?.includes("theme=dark") ?? false,
  );
  await page.getByRole("button", { name: "Chat openen" }).click();
  await frame.getByRole("button", { name: "Een gesprek beginnen" }).waitFor();
  const theme = () => frame.locator("html").getAttribute("data-theme");
  expect(await theme()).toBe("dark");
  expect((await page.locator(".launch").boundingBox())?.x).toBeGreaterThan(1_000);
  await page.evaluate(() => {
    document.documentElement.dataset.theme = "light";
  });
  await until(async () => (await theme()) === "light");
});

test("another page of the shop continues what was open", async () => {
  const { page, frame, shop } = await openShop();
  await launcher(page).click();
  await frame.getByRole("button", { name: "Start a conversation" }).click();
  await frame.getByRole("textbox").fill("A draft");
  await page.goto(`${shop.origin}/other`);
  await until(async () => (await frame.getByRole("textbox").inputValue()) === "A draft");
  await page.getByRole("button", { name: "Close chat" }).first().waitFor();
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto(`${shop.origin}/third`);
  await until(() =>
    page.evaluate(() => document.body.lastElementChild?.shadowRoot?.querySelector(".ready") !== null),
  );
  await page.getByRole("button", { name: "Open chat" }).waitFor();
});
