import { readFile } from "node:fs/promises";
import type { Page } from "@playwright/test";
import type { AgentPage } from "./agent-page.ts";
import { expect, test } from "./fixtures.ts";
import { beginHandled } from "./handled-ticket.ts";

const viewOf = (page: Page, name: string) =>
  page.getByRole("group", { name: "Views" }).getByRole("button", { name: new RegExp(`^${name}( \\d+)?$`) });
const cards = (page: Page) => page.locator("[data-ticket]");

async function choose(page: Page, label: string, option: string) {
  await page.getByRole("combobox", { name: label, exact: true }).last().click();
  await page.getByRole("option", { name: option, exact: true }).click();
}

/** A view of the tickets whose client's name contains a text. */
async function makeView({ page }: AgentPage, name: string, text: string, audience?: string) {
  await page.getByRole("button", { name: "New view" }).click();
  const editor = page.getByRole("dialog");
  await editor.getByRole("textbox", { name: "Name" }).fill(name);
  await choose(page, "What is asked", "Client’s name");
  await editor.getByRole("textbox", { name: "Value" }).fill(text);
  if (audience) await choose(page, "For", audience);
  await editor.getByRole("button", { name: "Save" }).click();
  await expect(editor).toHaveCount(0);
}

test("a view is made, sent by its address, kept by a colleague, and counts with every ticket", async ({
  agent,
  colleague,
  client,
  newClient,
}) => {
  await beginHandled({ agent, colleague, client }, "Is there a seat in March?");
  const other = await newClient("Olena");
  await other.write("Hello");
  await makeView(agent, "Of Olena", "olena");
  await expect(viewOf(agent.page, "Of Olena")).toHaveText("Of Olena1");
  await expect(agent.page).toHaveURL(/view=[0-9a-f-]{36}/);
  await expect(cards(agent.page)).toHaveCount(1);
  await expect(agent.ticket(other.name)).toBeVisible();

  await colleague.page.goto(agent.page.url());
  await expect(colleague.page.getByText(/A view of Mira/)).toBeVisible();
  await expect(cards(colleague.page)).toHaveCount(1);
  await colleague.page.getByRole("button", { name: "Keep it" }).click();
  await expect(viewOf(colleague.page, "Of Olena")).toHaveText("Of Olena1");

  const second = await newClient("Olena");
  await second.write("Me too");
  for (const { page } of [agent, colleague]) {
    await expect(viewOf(page, "Of Olena")).toHaveText("Of Olena2");
    await expect(cards(page)).toHaveCount(2);
  }
});

test("keys choose views, the longest wait comes first, and after a closing the next ticket is offered", async ({
  agent,
  colleague,
  client,
  newClient,
}) => {
  await beginHandled({ agent, colleague, client }, "The first question");
  const other = await newClient("Olena");
  await other.write("Nobody has me yet");
  await expect(agent.ticket(other.name)).toBeVisible();
  const { page } = agent;
  await page.getByRole("heading", { name: /Pending tickets/ }).click();
  await page.keyboard.press("2");
  await expect(viewOf(page, "Mine")).toHaveAttribute("aria-pressed", "true");
  await expect(cards(page)).toHaveCount(1);
  await page.keyboard.press("1");
  await expect(cards(page)).toHaveCount(2);
  await expect(cards(page).first()).toContainText(other.name);
  await client.write("And a second one");
  await expect(cards(page).first()).toContainText(client.name);
  await page.getByRole("button", { name: "Order: Last activity" }).click();
  await page.getByRole("menuitem", { name: "Longest waiting" }).click();
  const chosen = page.getByRole("button", { name: "Order: Longest waiting" });
  await expect(chosen).toBeVisible();
  await expect(cards(page).first()).toContainText(client.name);
  await page.reload();
  await expect(chosen).toBeVisible();

  await agent.open(client.name);
  await agent.close();
  await expect(page.getByRole("button", { name: new RegExp(`Next.*${other.name}`) })).toBeVisible();
});

test("the views are a strip on a phone, and the chosen one is in sight", async ({ agent, client, page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await agent.signIn("mira");
  await client.write("Hello");
  await expect(agent.ticket(client.name)).toBeVisible();
  await viewOf(page, "Failed").click();
  await expect(viewOf(page, "Failed")).toBeInViewport();
  await expect(cards(page)).toHaveCount(0);
  await viewOf(page, "All").click();
  await expect(cards(page)).toHaveCount(1);
});

const leave = `(async () => {
  const colleagues = await (await fetch("/auth/agents")).json();
  const { userid } = colleagues.find(({ first_name }) => first_name === "Tomáš");
  const headers = { "content-type": "application/json" };
  const answer = await fetch("/auth/delete-agent", { method: "POST", headers, body: JSON.stringify({ userid }) });
  return answer.status;
})()`;

test("a view that a colleague shared stays when they have left, and says so", async ({
  agent,
  newAgentPage,
  client,
}) => {
  await agent.signIn("mira");
  await client.write("Hello");
  const [moderator, admin] = [await newAgentPage(), await newAgentPage()];
  await moderator.signIn("tomas");
  await makeView(moderator, "Ours", "dim", "Department Bookings");
  await agent.page.getByRole("button", { name: /more views/ }).click();
  await viewOf(agent.page, "Ours").click();
  await expect(viewOf(agent.page, "Ours")).toHaveText("Ours1");
  await expect(agent.ticket(client.name)).toBeVisible();

  await admin.signIn("ingrid");
  expect(await admin.page.evaluate(leave)).toBe(200);
  await agent.page.reload();
  await expect(viewOf(agent.page, "Ours")).toHaveText("Ours1");
  await admin.page.goto(agent.page.url());
  await admin.page.getByRole("button", { name: "Edit this view" }).click();
  await expect(admin.page.getByText("Tomáš Novák, who made it, has left.")).toBeVisible();
});

test("the tables take conditions, which stand in the address and in the file", async ({
  agent,
  colleague,
  client,
  newClient,
}) => {
  await beginHandled({ agent, colleague, client }, "Is there a seat in March?");
  await agent.close();
  const other = await newClient("Olena");
  await other.write("Hello");
  await expect(agent.ticket(other.name)).toBeVisible();
  const { page } = agent;
  const rows = page.getByRole("table").last().getByRole("row");
  const ask = async (field: string, value: string) => {
    await page.getByRole("button", { name: "Conditions", exact: true }).click();
    await choose(page, "What is asked", field);
    const dialog = page.getByRole("dialog");
    await dialog.getByRole("textbox", { name: "Value" }).fill(value);
    await dialog.getByRole("button", { name: "Apply" }).click();
    await expect(dialog).toHaveCount(0);
  };
  for (const [path, title] of [
    ["/admin-panel/tickets", "tickets.csv"],
    ["/admin-panel/clients", "clients.csv"],
  ] as const) {
    await page.goto(path);
    await ask("Client’s name", client.name.toLowerCase());
    await expect(page).toHaveURL(/conditions=/);
    await expect(rows).toHaveCount(2);
    await expect(rows.last()).toContainText(client.name);
    const sent = page.url();
    await page.getByRole("button", { name: "Remove the conditions" }).click();
    await expect(rows.filter({ hasText: other.name })).toHaveCount(1);
    await page.goto(sent);
    await expect(page.getByRole("button", { name: "Conditions: 1" })).toBeVisible();
    await expect(rows).toHaveCount(2);
    const [file] = await Promise.all([
      page.waitForEvent("download"),
      page.getByRole("link", { name: "Export CSV" }).click(),
    ]);
    expect(file.suggestedFilename()).toBe(title);
    const written = await readFile(await file.path(), "utf8");
    expect(written.trim().split("\r\n")).toHaveLength(2);
    expect(written).toContain(client.name);
  }
});
