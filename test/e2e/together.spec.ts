import type { Route } from "@playwright/test";
import type { AgentPage } from "./agent-page.ts";
import { desk } from "./control.ts";
import { expect, test } from "./fixtures.ts";
import { bellOf, inboxOf } from "./private-chat.ts";

test("two take over from an offline handler at once: one becomes it, the other reads who, and the handler finds it", async ({
  agent,
  colleague,
  newAgentPage,
  client,
  company,
}) => {
  await desk.allowTakingOver(company.id);
  await desk.plantChat({ companyId: company.id, client, messages: ["Is anybody there?"], handler: "mira" });
  await agent.signIn("jonas");
  await colleague.signIn("ingrid");
  const both = [agent, colleague];
  const pressed = Promise.withResolvers<void>();
  let presses = 0;
  const hold = async (route: Route) => {
    presses += 1;
    if (presses === both.length) pressed.resolve();
    await pressed.promise;
    await route.continue();
  };
  for (const who of both) {
    await who.page.route("**/take-over-ticket", hold);
    await who.open(client.name);
    await expect(who.page.getByText(/Mira Halvorsen has been offline since/)).toBeVisible();
  }
  await Promise.all(both.map((who) => who.page.getByRole("button", { name: "Take over" }).click()));

  const faster = (who: AgentPage) => who.page.getByText(/^Ticket already accepted by/);
  await expect(faster(agent).or(agent.composer)).toBeVisible();
  const [won, lost] = (await agent.composer.isVisible()) ? [agent, colleague] : [colleague, agent];
  const handler = won === agent ? "Jonas Weber" : "Ingrid Solheim";
  await expect(won.composer).toBeVisible();
  await expect(faster(lost)).toContainText(handler);
  for (const who of both) await expect(who.chat.getByText(`${handler} took this ticket over`)).toHaveCount(1);

  const back = await newAgentPage();
  await back.signIn("mira");
  await bellOf(back.page).click();
  await inboxOf(back.page).getByText(`${handler} took over ${client.name} from you`).click();
  await expect(back.chat.getByText(`${handler} took this ticket over`)).toBeVisible();
  await expect(back.page.getByText(`${handler} handles this ticket.`)).toBeVisible();
});

test("a chosen ticket that was moved meanwhile is named, and the others come back by Undo", async ({
  agent,
  colleague,
  newClient,
  company,
}) => {
  const clients = await Promise.all(["Asha", "Bruno", "Chiara"].map(newClient));
  for (const client of clients)
    await desk.plantChat({ companyId: company.id, client, messages: ["Hello"], handler: "mira" });
  const [asha, bruno, chiara] = clients.map(({ name }) => name) as [string, string, string];
  const { page } = agent;
  await agent.signIn("mira");
  await colleague.signIn("ingrid");
  await page.getByRole("button", { name: "Choose several tickets" }).click();
  await page.getByRole("checkbox", { name: "Choose all shown" }).click();
  await expect(page.getByRole("toolbar").getByRole("status")).toContainText("3 chosen");

  const moved = Promise.withResolvers<void>();
  await page.route("**/tickets/change", async (route) => {
    await moved.promise;
    await route.continue();
  });
  const bar = page.getByRole("toolbar", { name: "Change the chosen tickets" });
  await bar.getByRole("button", { name: "Snooze" }).click();
  await page.getByRole("button", { name: "Tomorrow at opening" }).click();
  await colleague.open(bruno);
  await colleague.page.getByRole("button", { name: "Reassign" }).click();
  const target = colleague.page.getByRole("dialog", { name: "Reassign this ticket" });
  await target.getByText("Refunds").click();
  await target.getByRole("button", { name: "Reassign" }).click();
  await expect(agent.ticket(bruno)).toHaveCount(0);
  moved.resolve();

  const result = page.getByRole("dialog", { name: "1 ticket could not be changed" });
  await expect(result.getByRole("listitem")).toContainText(bruno);
  await result.getByRole("button", { name: "Dismiss" }).click();
  await expect(page.getByText("2 tickets snoozed")).toBeVisible();
  for (const name of [asha, chiara]) await expect(agent.ticket(name)).toHaveCount(0);
  await page.getByRole("button", { name: "Undo" }).click();
  for (const name of [asha, chiara]) await expect(agent.ticket(name)).toBeVisible();

  await page.getByRole("button", { name: "Choose several tickets" }).click();
  await page.getByRole("checkbox", { name: `Choose ${asha}` }).check();
  await bar.getByRole("button", { name: "Close" }).click();
  await page.getByRole("dialog", { name: "Close 1 ticket?" }).getByRole("button", { name: "Yes" }).click();
  await expect(page.getByText("1 ticket closed")).toBeVisible();
  for (const who of [agent, colleague]) await expect(who.ticket(asha)).toHaveCount(0);
  await expect(agent.ticket(chiara)).toBeVisible();
});

test("a ticket is handed over with a note, and the receiver finds both", async ({
  agent,
  colleague,
  client,
  company,
}) => {
  await desk.plantChat({ companyId: company.id, client, messages: ["My refund, please"], handler: "mira" });
  await agent.signIn("mira");
  await colleague.signIn("naledi");
  await agent.open(client.name);
  await agent.page.getByRole("button", { name: "Reassign" }).click();
  const dialog = agent.page.getByRole("dialog", { name: "Reassign this ticket" });
  await dialog.getByText("Refunds").click();
  await dialog.getByText("Naledi Mokoena").click();
  await dialog
    .getByRole("textbox", { name: /^Note for those who go on/ })
    .fill("The bank sent it back on Monday");
  await dialog.getByRole("button", { name: "Reassign" }).click();
  await expect(agent.ticket(client.name)).toHaveCount(0);
  await colleague.open(client.name);
  const note = colleague.chat.getByRole("article", { name: /^Note by Mira Halvorsen/ });
  await expect(note).toContainText("The bank sent it back on Monday");
  await expect(colleague.chat.getByText(/^Mira Halvorsen moved it to Refunds/)).toBeVisible();
  await expect(colleague.composer).toBeVisible();
  expect(await client.messages()).toEqual([]);
});

test.describe("on the phone", () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });

  test("an agent of another department finds a ticket among their mentions, live, and only reads and notes", async ({
    agent,
    colleague,
    client,
    company,
  }) => {
    await desk.plantChat({ companyId: company.id, client, messages: ["Who pays it back?"], handler: "mira" });
    const { page } = agent;
    await agent.signIn("naledi");
    await colleague.signIn("mira");
    const mentions = page.getByRole("button", { name: /^Mentions/ });
    await expect(mentions).toHaveCount(0);
    await colleague.open(client.name);
    await colleague.page.locator("body").press("n");
    const field = (who: AgentPage) => who.page.getByRole("textbox", { name: "Note for colleagues" });
    await field(colleague).pressSequentially("Do you know? @Nal");
    await colleague.page.getByRole("option", { name: /Naledi Mokoena/ }).click();
    await colleague.page.getByRole("button", { name: "Save note" }).click();

    await mentions.tap();
    await expect(agent.ticket(client.name)).toContainText("Who pays it back?");
    await client.write("And when?");
    await expect(agent.ticket(client.name)).toContainText("And when?");
    await agent.open(client.name);
    await expect(page.getByRole("button", { name: "Close", exact: true })).toHaveCount(0);
    await expect(page.getByRole("button", { name: /^Accept/ })).toHaveCount(0);
    await expect(page.getByText("Mira Halvorsen handles this ticket.")).toBeVisible();
    await page.getByRole("button", { name: "Note", exact: true }).tap();
    await field(agent).fill("On Friday");
    await page.getByRole("button", { name: "Save note" }).tap();
    await expect(colleague.chat.getByRole("article", { name: /^Note by Naledi/ })).toContainText("On Friday");

    // A console that begins with mentions hears of them, too.
    await page.goto("/");
    await expect(agent.ticket(client.name)).toContainText("And when?");
    await client.write("Thank you");
    await expect(agent.ticket(client.name)).toContainText("Thank you");
    await colleague.close();
    await expect(agent.ticket(client.name)).toHaveCount(0);
  });

  test("an agent notes, mentions a colleague, snoozes, and closes silently", async ({
    agent,
    colleague,
    client,
    company,
  }) => {
    await desk.plantChat({ companyId: company.id, client, messages: ["One seat more?"], handler: "mira" });
    const { page } = agent;
    await agent.signIn("mira");
    await colleague.signIn("jonas");
    await agent.open(client.name);
    await page.getByRole("button", { name: /^Note/ }).tap();
    const field = page.getByRole("textbox", { name: "Note for colleagues" });
    await field.pressSequentially("Free at quay 4? @Jon");
    await page.getByRole("option", { name: /Jonas Weber/ }).tap();
    await page.getByRole("button", { name: "Save note" }).tap();
    await expect(agent.chat.getByRole("article", { name: /^Note by Mira/ })).toContainText("@Jonas Weber");
    await bellOf(colleague.page).click();
    await expect(inboxOf(colleague.page).getByText(/Mira Halvorsen mentioned you/)).toBeVisible();
    await colleague.page.keyboard.press("Escape");

    await page.getByRole("button", { name: "More actions" }).tap();
    await page.getByRole("menuitem", { name: "Snooze" }).tap();
    await page.getByRole("button", { name: "Until the client writes" }).tap();
    await expect(page.getByText(/Snoozed until the client writes/).first()).toBeVisible();
    await page.getByRole("button", { name: "Close", exact: true }).tap();
    const dialog = page.getByRole("dialog");
    await dialog.getByRole("checkbox", { name: "Close silently" }).tap();
    await dialog.getByRole("button", { name: "Yes" }).tap();
    await expect(colleague.ticket(client.name)).toHaveCount(0);
    expect(await client.messages()).toEqual([]);
  });
});
