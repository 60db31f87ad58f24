import { expect, test } from "./fixtures.ts";
import { expectRoom } from "./room.ts";

test("after an interruption, shown by a banner below the messages, everything is there, in order, once", async ({
  agent,
  client,
  context,
}) => {
  await agent.signIn("mira");
  await client.write("one");
  await agent.accept(client.name);
  await context.setOffline(true);
  await expect(agent.page.getByText(/You are offline/)).toBeVisible({ timeout: 30_000 });
  await expectRoom(agent);
  for (const word of ["two", "three", "four"]) await client.write(word);
  await context.setOffline(false);
  await expect(agent.page.getByText(/Caught up at/)).toBeVisible({ timeout: 15_000 });
  await expect(agent.chat.getByRole("article")).toHaveText([/one/, /two/, /three/, /four/]);
});

test("messages written while the server is unreachable are kept and sent once", async ({ agent, client }) => {
  await agent.signIn("mira");
  await client.write("Are you there?");
  await agent.accept(client.name);
  // The call arrives and its answer is lost: the worst moment.
  await agent.page.route("**/send-message", async (route) => {
    await route.fetch();
    await route.abort("connectionreset");
  });
  await agent.composer.fill("Yes, I am.");
  await agent.composer.press("Enter");
  await expect.poll(async () => (await client.messages()).at(-1)?.text).toBe("Yes, I am.");
  await expect(agent.bubble("Yes, I am.")).toHaveCount(1);
  // Nothing is kept as unsent for a later visit.
  const kept = () => agent.page.evaluate(() => Object.keys(localStorage).filter((key) => /outbox/.test(key)));
  await expect.poll(kept).toEqual([]);

  await agent.page.unroute("**/send-message");
  await agent.page.route("**/send-message", (route) => route.abort("connectionrefused"));
  await agent.composer.fill("And this?");
  await agent.composer.press("Enter");
  await expect(agent.chat.getByText("Not sent: the server cannot be reached")).toBeVisible();
  await agent.page.unroute("**/send-message");
  // A new connection sends it automatically.
  await agent.page.reload();
  await expect(agent.bubble("And this?").getByRole("img", { name: "Sent", exact: true })).toBeVisible();
  const arrived = (await client.messages()).filter((message) => message.text === "And this?");
  expect(arrived).toHaveLength(1);
});

test("presence follows a colleague's visit", async ({ agent, colleague }) => {
  await agent.signIn("mira");
  const colleagues = agent.page.getByRole("complementary", { name: "Colleagues" });
  const jonas = colleagues.getByRole("listitem").filter({ hasText: "Jonas Weber" });
  await colleague.signIn("jonas");
  await expect(jonas).toContainText("online");
  await colleague.page.close();
  await expect(jonas).toContainText("offline", { timeout: 30_000 });
});

test("logging out in one tab ends the others within a moment", async ({ agent, context }) => {
  await agent.signIn("mira");
  const other = await context.newPage();
  await other.goto("/");
  await expect(other.getByRole("heading", { name: /Pending tickets/ })).toBeVisible();
  await agent.page.getByRole("button", { name: "Log out" }).click();
  await expect(other).toHaveURL(/\/login/);
});

test("a ticket that comes while the first list is on its way is in the list", async ({ agent, client }) => {
  const [read, came] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  agent.page.on("websocket", (socket) =>
    socket.on("framereceived", ({ payload }) => {
      // The client's picture: the last event of a new ticket.
      if (String(payload).includes('"updateTicket"')) came.resolve();
    }),
  );
  const shown = Promise.withResolvers<void>();
  let fetched = 0;
  await agent.page.route(/\/tickets(\?|$)/, async (route) => {
    fetched += 1;
    const first = fetched === 1;
    const response = await route.fetch();
    read.resolve();
    // A later list has the ticket in any case, so it comes when the ticket is shown.
    await (first ? came : shown).promise;
    await route.fulfill({ response });
  });
  await agent.signIn("mira");
  await read.promise;
  await client.write("Is anybody there?");
  await expect(agent.ticket(client.name)).toBeVisible();
  shown.resolve();
  await agent.page.unrouteAll({ behavior: "ignoreErrors" });
});
