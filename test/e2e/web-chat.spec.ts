import { createHmac } from "node:crypto";
import { blackPng } from "../world/black-png.ts";
import { expect, test } from "./fixtures.ts";
import { openShop, VisitorPage } from "./visitor-page.ts";

test("a visitor of the shop and an agent chat, see each other write and read, and the visitor gives stars", async ({
  agent,
  browser,
}) => {
  await agent.signIn("ingrid");
  const shop = await openShop(agent);
  const visitor = await VisitorPage.open(browser, shop);
  await visitor.begin("Can the pickup be earlier?");
  await expect(visitor.chat.getByText(/(Sent|Delivered)$/)).toBeVisible();

  await agent.accept("Visitor");
  await expect(agent.bubble("Can the pickup be earlier?")).toBeVisible();
  await expect(visitor.chat.getByText(/Read$/)).toBeVisible();
  await visitor.composer.pressSequentially("And");
  await expect(agent.page.getByText(/typing/).first()).toBeVisible();
  await agent.composer.pressSequentially("Of");
  await expect(visitor.chat.getByText(/is typing$/)).toBeAttached();
  await agent.composer.fill("");
  await agent.write("Of course, at 03:40.");
  await expect(visitor.chat.getByText("Of course, at 03:40.")).toBeVisible();
  await expect(
    agent.bubble("Of course, at 03:40.").getByRole("img", { name: "Read", exact: true }),
  ).toBeVisible();

  await agent.close();
  await visitor.chat.getByRole("radio", { name: "3 stars" }).click();
  await expect(visitor.chat.getByText("Thank you. You can still change it.")).toBeVisible();
  await visitor.page.context().close();
  await shop.host.stop();
});

test("messages that come while the visitor is away are there when they return, also in another tab", async ({
  agent,
  browser,
}) => {
  await agent.signIn("ingrid");
  const shop = await openShop(agent);
  const visitor = await VisitorPage.open(browser, shop);
  await visitor.begin("Are you there?");
  await agent.accept("Visitor");
  await visitor.setAway(true);
  await expect(visitor.chat.getByText("No connection. What you write is kept")).toBeVisible();
  await visitor.write("One");
  await visitor.write("Two");
  await agent.write("Yes, I am.");
  await visitor.setAway(false);
  await expect(visitor.chat.getByText("Yes, I am.")).toBeVisible();
  await expect(agent.chat.getByRole("article")).toHaveText([/Are you there/, /Yes, I am/, /One/, /Two/]);
  await visitor.page.reload();
  await visitor.page.addScriptTag({ url: `${process.env.DESK_URL}/chat.js?key=${shop.key}` });
  await expect(visitor.chat.getByText("Yes, I am.")).toBeVisible();
  await visitor.page.context().close();
  await shop.host.stop();
});

test("a visitor on a page with an endless address, an unpaired title and an odd referrer writes, and is answered", async ({
  agent,
  browser,
}) => {
  await agent.signIn("ingrid");
  const shop = await openShop(agent);
  const visitor = await VisitorPage.open(browser, shop);
  await visitor.page.addInitScript(() => {
    Object.defineProperty(document, "referrer", { get: () => `javascript:${"x".repeat(5000)}\ud83d` });
  });
  // An unpaired surrogate after which the cut of a long title would come, and one where it comes.
  for (const title of ["\ud83d", `${"x".repeat(199)}\u{1f4a1}${"y".repeat(5000)}`]) {
    await visitor.page.goto(`${shop.host.origin}/?${"x".repeat(5000)}#${"y".repeat(5000)}`);
    await visitor.page.evaluate((title) => {
      document.title = title;
    }, title);
    await visitor.page.addScriptTag({ url: `${process.env.DESK_URL}/chat.js?key=${shop.key}` });
    await visitor.begin(`A question about a title of ${title.length}`);
    await expect(visitor.chat.getByText(/(Sent|Delivered)$/)).toBeVisible();
    await agent.accept("Visitor");
    await agent.write("It arrived.");
    await expect(visitor.chat.getByText("It arrived.").last()).toBeVisible();
    await agent.close();
    await visitor.page.context().clearCookies();
    await visitor.page.evaluate(() => localStorage.clear());
  }
  await visitor.page.context().close();
  await shop.host.stop();
});

test("a visitor whose browser states an invalid language writes, and is answered", async ({
  agent,
  browser,
}) => {
  await agent.signIn("ingrid");
  const shop = await openShop(agent);
  const visitor = await VisitorPage.open(browser, shop);
  await visitor.page.addInitScript(() => {
    for (const [name, value] of Object.entries({ language: "en-US@posix", languages: ["en-US@posix", "C"] }))
      Object.defineProperty(navigator, name, { get: () => value });
  });
  await visitor.page.reload();
  await visitor.page.addScriptTag({ url: `${process.env.DESK_URL}/chat.js?key=${shop.key}` });
  await visitor.begin("Do you ship to Bergen?");
  await expect(visitor.chat.getByText(/(Sent|Delivered)$/)).toBeVisible();
  await agent.accept("Visitor");
  await agent.write("We do.");
  await expect(visitor.chat.getByText("We do.")).toBeVisible();
  await visitor.page.context().close();
  await shop.host.stop();
});

test("a page that is not allowed gets no chat, and its console says so", async ({ agent, browser }) => {
  await agent.signIn("ingrid");
  const shop = await openShop(agent, { allowed: false });
  const visitor = await VisitorPage.open(browser, shop);
  const refused = visitor.page.waitForEvent("console", (message) => /frame-ancestors/.test(message.text()));
  await visitor.page.getByRole("button", { name: "Open chat" }).click();
  await refused;
  await expect(visitor.chat.getByRole("button", { name: "Start a conversation" })).toHaveCount(0);
  // The desk's own page still shows it.
  await visitor.page.goto(`${process.env.DESK_URL}/chat/${shop.key}`);
  await expect(visitor.chat.getByRole("button", { name: "Start a conversation" })).toBeVisible();
  await visitor.page.context().close();
  await shop.host.stop();
});

test("a visitor who wrote is identified by the page, keeps the conversation, and sends a picture", async ({
  agent,
  browser,
}) => {
  await agent.signIn("ingrid");
  const shop = await openShop(agent);
  const visitor = await VisitorPage.open(browser, shop);
  await visitor.begin("Is my booking confirmed?");
  await expect(visitor.chat.getByText(/(Sent|Delivered)$/)).toBeVisible();
  const identified = visitor.page.evaluate(
    () => new Promise<void>((resolve) => (window as Shown).Parley.on("identified", () => resolve())),
  );
  const token = visitorToken({ sub: "customer-7", name: "Aylin Kaya" }, shop.identify_secret);
  await visitor.page.evaluate((jwt) => (window as Shown).Parley.identify(jwt), token);
  await identified;
  await agent.accept("Aylin Kaya");
  await visitor.chat.locator("input[type=file]").setInputFiles({
    name: "ticket.png",
    mimeType: "image/png",
    buffer: blackPng(64),
  });
  await visitor.chat.getByRole("button", { name: "Send", exact: true }).click();
  await expect(visitor.chat.getByRole("button", { name: "Show picture larger" })).toBeVisible();
  await expect(agent.chat.getByRole("article")).toHaveCount(2);

  const warned = visitor.page.waitForEvent("console", (message) => /bad_signature/.test(message.text()));
  await visitor.page.evaluate(
    (jwt) => (window as Shown).Parley.identify(jwt),
    visitorToken({ sub: "other" }, "wrong"),
  );
  await warned;
  await expect(visitor.chat.getByText("Is my booking confirmed?")).toBeVisible();
  await visitor.page.context().close();
  await shop.host.stop();
});

type Parley = { on: (event: string, heard: () => void) => void; identify: (jwt: string) => void };
type Shown = typeof window & { Parley: Parley };

function visitorToken(claims: { sub: string; name?: string }, secret: string): string {
  const part = (value: object) => Buffer.from(JSON.stringify(value)).toString("base64url");
  const exp = Math.floor(Date.now() / 1000) + 3_600;
  const body = `${part({ alg: "HS256", typ: "JWT" })}.${part({ ...claims, exp })}`;
  return `${body}.${createHmac("sha256", secret).update(body).digest("base64url")}`;
}
