import { expect, test } from "./fixtures.ts";

test("a ticket handed to another department disappears for one agent and appears for the other, to be accepted", async ({
  agent,
  colleague,
  client,
}) => {
  await agent.signIn("mira");
  await colleague.signIn("naledi");
  await client.write("My refund has not come");
  await agent.accept(client.name);
  await agent.page.getByRole("button", { name: "Reassign" }).click();
  const dialog = agent.page.getByRole("dialog", { name: "Reassign this ticket" });
  await expect(dialog.getByRole("button", { name: "Reassign" })).toBeDisabled();
  await dialog.getByText("Refunds").click();
  await expect(dialog.getByText("Naledi Mokoena online")).toBeVisible();
  await expect(dialog.getByText("Tomáš Novák offline")).toBeVisible();
  await dialog.getByRole("button", { name: "Reassign" }).click();
  await expect(agent.page.getByText("Ticket reassigned to Refunds")).toBeVisible();
  await expect(agent.ticket(client.name)).toHaveCount(0);
  await expect(agent.page.getByText("No chat selected")).toBeVisible();

  await expect(colleague.ticket(client.name)).toContainText("not accepted yet");
  await colleague.accept(client.name);
  await expect(colleague.bubble("My refund has not come")).toBeVisible();
  await colleague.write("It is on its way.");
  await expect.poll(async () => (await client.messages()).at(-1)?.text).toBe("It is on its way.");
});

test("a ticket handed to a colleague is theirs at once, and a page that shows it says that it is gone", async ({
  agent,
  colleague,
  client,
}) => {
  await agent.signIn("tomas");
  await colleague.signIn("mira");
  await client.write("Is this still Bookings?");
  await colleague.accept(client.name);
  await agent.open(client.name);
  await agent.page.getByRole("button", { name: "Reassign" }).click();
  const dialog = agent.page.getByRole("dialog");
  await dialog.getByText("Groups").click();
  await dialog.getByText("Emre Yıldız").click();
  await dialog.getByRole("button", { name: "Reassign" }).click();
  await expect(agent.ticket(client.name)).toContainText("handled by Emre Yıldız");
  await expect(agent.ticket(client.name)).toContainText("Groups");
  await expect(colleague.ticket(client.name)).toHaveCount(0);
  await expect(colleague.page.getByText("This ticket is not here")).toBeVisible();
  await expect(colleague.bubble("Is this still Bookings?")).toHaveCount(0);
});

test("reassign and close are offered to the handler and to those who manage every ticket, until it is closed", async ({
  agent,
  colleague,
  client,
}) => {
  await agent.signIn("mira");
  await colleague.signIn("ingrid");
  await client.write("Who may?");
  const offered = async (who: typeof agent) =>
    Promise.all(
      ["Reassign", "Close"].map((name) => who.page.getByRole("button", { name, exact: true }).count()),
    );
  await agent.open(client.name);
  expect(await offered(agent)).toEqual([0, 0]);
  await colleague.open(client.name);
  await expect.poll(() => offered(colleague)).toEqual([1, 1]);
  await agent.accept(client.name);
  await expect.poll(() => offered(agent)).toEqual([1, 1]);
  await colleague.page.getByRole("button", { name: "Close", exact: true }).click();
  await colleague.page.getByRole("button", { name: "No", exact: true }).click();
  await expect(agent.ticket(client.name)).toHaveCount(1);
  await colleague.close();
  await expect(colleague.page.getByText("No chat selected")).toBeVisible();
  await expect(agent.ticket(client.name)).toHaveCount(0);
  await expect(agent.region(client.name)).toContainText("Ingrid Solheim");
  expect(await offered(agent)).toEqual([0, 0]);
});

test("a client's number is edited in place and changes on the second screen", async ({
  agent,
  colleague,
  client,
  page,
}) => {
  await agent.signIn("mira");
  await colleague.signIn("ingrid");
  await client.write("Hello");
  const card = agent.ticket(client.name);
  const field = page.getByRole("textbox", { name: `Client number of ${client.name}` });
  await card.getByRole("button", { name: /Client number/ }).click();
  await field.fill("HT-1");
  await field.press("Escape");
  await expect(card).toContainText("Add number");
  await card.getByRole("button", { name: /Client number/ }).click();
  await field.fill("HT-20874");
  await field.press("Enter");
  await expect(card.getByRole("button", { name: /Client number/ })).toBeFocused();
  for (const who of [agent, colleague]) await expect(who.ticket(client.name)).toContainText("HT-20874");

  await page.route("**/auth/update-client-number", (route) => route.abort());
  await card.getByRole("button", { name: /HT-20874/ }).click();
  await field.fill("lost");
  await field.press("Enter");
  await expect(page.getByText(/client number could not be saved/)).toBeVisible();
  await expect(field).toHaveValue("lost");
});

test("open and closed tickets are searched, and an empty result is red", async ({ agent, client, page }) => {
  await agent.signIn("mira");
  const word = `Zaragoza${client.id}`;
  await client.write(`The hotel in ${word}, please`);
  await expect(agent.ticket(client.name)).toBeVisible();
  await page.getByRole("button", { name: "Search tickets" }).click();
  const box = page.getByRole("textbox", { name: "Search pending tickets" });
  await expect(box).toBeFocused();
  await box.fill(word.toUpperCase());
  await expect(agent.ticket(client.name)).toBeVisible();
  await expect(page.locator("[data-ticket]")).toHaveCount(1);
  await agent.open(client.name);
  await page.getByRole("tab", { name: "Closed" }).click();
  const none = page.getByText("No tickets found!");
  await expect(none).toBeVisible();
  await expect(none).toHaveCSS("color", "rgb(255, 123, 123)");
  await page.getByRole("textbox", { name: "Search closed tickets" }).press("Escape");
  await expect(page.getByRole("button", { name: "Search tickets" })).toBeFocused();
  await expect(page.getByRole("textbox", { name: /Search/ })).toHaveCount(0);
});

test("J and K go through the list, A accepts, R writes, Escape leaves; none of it while typing", async ({
  agent,
  client,
  page,
}) => {
  await agent.signIn("mira");
  await client.write("First by activity");
  const first = agent.ticket(client.name);
  await expect(page.getByRole("list").getByRole("listitem").first()).toContainText(client.name);
  await page.keyboard.press("j");
  await expect(first.getByRole("link")).toHaveAttribute("aria-current", "true");
  await page.keyboard.press("a");
  await expect(first).toContainText("handled by you");
  // Accepting focuses the composer.
  await expect(agent.composer).toBeFocused();
  await agent.composer.blur();
  await page.keyboard.press("r");
  await expect(agent.composer).toBeFocused();
  await page.keyboard.type("jark");
  await expect(agent.composer).toHaveValue("jark");
  await expect(first.getByRole("link")).toHaveAttribute("aria-current", "true");
  await agent.composer.fill("");
  await agent.composer.blur();
  await page.keyboard.press("Escape");
  await expect(page.getByText("No chat selected")).toBeVisible();
});

test("the focus moves on when its element disappears", async ({ agent, client }) => {
  const { page } = agent;
  await agent.signIn("mira");
  await client.write("Hello?");
  await agent
    .ticket(client.name)
    .getByRole("button", { name: /^Accept/ })
    .press("Enter");
  await expect(agent.ticket(client.name)).toContainText("handled by you");
  await expect(agent.composer).toBeFocused();
  await agent.bubble("Hello?").getByRole("button", { name: "Message actions" }).press("Enter");
  await page.getByRole("menuitem", { name: "Pin" }).press("Enter");
  await page.getByRole("button", { name: "Pinned messages" }).press("Enter");
  await page.getByRole("button", { name: /^Unpin/ }).press("Enter");
  await expect(page.getByText("No pinned messages available.")).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(page.getByRole("button", { name: "Pinned messages" })).toBeFocused();
  await client.block();
  await agent.composer.fill("Does this arrive?");
  await agent.composer.press("Enter");
  await agent.chat.getByRole("button", { name: "Retry" }).press("Enter");
  await expect(agent.chat).toBeFocused();
  await page.getByRole("button", { name: "Close", exact: true }).press("Enter");
  await page.getByRole("button", { name: "Yes" }).press("Enter");
  await expect(page.getByText("No chat selected")).toBeVisible();
  await expect(page.getByRole("main")).toBeFocused();
});

test("an agent who accepts a ticket in its chat can write at once", async ({ agent, client }) => {
  await agent.signIn("mira");
  await client.write("Hello?");
  await agent.open(client.name);
  await agent.page
    .getByRole("main")
    .getByRole("button", { name: /^Accept/ })
    .press("Enter");
  await expect(agent.composer).toBeFocused();
});

test("a late answer does not move an agent back from another ticket", async ({
  agent,
  client,
  newClient,
}) => {
  const { page } = agent;
  const other = await newClient("Rosa");
  await agent.signIn("mira");
  await client.write("To Refunds, please");
  await other.write("Me too");
  await agent.accept(client.name);
  let answer = () => {};
  const answered = new Promise<void>((resolve) => {
    answer = resolve;
  });
  await page.route("**/ticket/change-department", async (route) => {
    const response = await route.fetch();
    await answered;
    await route.fulfill({ response });
  });
  await page.getByRole("button", { name: "Reassign" }).click();
  await page.getByRole("dialog").getByText("Refunds").click();
  await page.getByRole("dialog").getByRole("button", { name: "Reassign" }).click();
  await expect(agent.ticket(client.name)).toHaveCount(0);
  await agent.open(other.name);
  answer();
  await expect(page.getByText("Ticket reassigned to Refunds")).toBeVisible();
  await expect(page.getByRole("heading", { name: other.name, level: 2 })).toBeVisible();
});
