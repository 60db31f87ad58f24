import { expect, test } from "./fixtures.ts";
import { openShop, VisitorPage } from "./visitor-page.ts";

test("a visitor of the shop and an agent talk, see each other write and read, and the visitor gives stars", async ({
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

test("what comes while the visitor is away is there on coming back, in another tab too", async ({
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

test("a page that is not allowed gets no chat, and its console says so", async ({ agent, browser }) => {
  await agent.signIn("ingrid");
  const shop = await openShop(agent, { allowed: false });
  const visitor = await VisitorPage.open(browser, shop);
  const refused = visitor.page.waitForEvent("console", (message) => /frame-ancestors/.test(message.text()));
  await visitor.page.getByRole("button", { name: "Open chat" }).click();
  await refused;
  await expect(visitor.chat.getByRole("button", { name: "Start a conversation" })).toHaveCount(0);
  // The desk's own page shows it all the same.
  await visitor.page.goto(`${process.env.DESK_URL}/chat/${shop.key}`);
  await expect(visitor.chat.getByRole("button", { name: "Start a conversation" })).toBeVisible();
  await visitor.page.context().close();
  await shop.host.stop();
});
