import type { Page } from "@playwright/test";
import type { AgentPage } from "./agent-page.ts";
import { expect, test } from "./fixtures.ts";
import type { PhoneClient } from "./phone-client.ts";
import { smallTargets } from "./targets.ts";

const admin = "ingrid";
const row = (page: Page, name: string) => page.getByRole("row").filter({ hasText: name });

/** The page of a signed-in administrator, after the client has written. */
async function beginWith(agent: AgentPage, client: PhoneClient): Promise<Page> {
  await client.write("Hello");
  await agent.signIn(admin);
  await expect(agent.ticket(client.name).first()).toBeVisible();
  return agent.page;
}

/** Fires the event of a page that comes back into view, which fetches again. */
const lookAgain = (page: Page) => page.evaluate(() => dispatchEvent(new Event("visibilitychange")));

test("the agents table shows agents who come online and leave while it is on screen", async ({
  agent,
  colleague,
}) => {
  await agent.signIn(admin);
  const { page } = agent;
  await page.goto("/admin-panel/agents");
  const naledi = row(page, "Naledi Mokoena");
  await expect(naledi).toContainText("offline");
  await colleague.signIn("naledi");
  await expect(naledi).toContainText("online");
  await expect(naledi).not.toContainText("never");
  await colleague.page.close();
  await expect(naledi).toContainText("offline", { timeout: 30_000 });
});

test("a profile stays on screen when a later fetch fails, and disappears when it no longer exists", async ({
  agent,
  client,
}) => {
  const page = await beginWith(agent, client);
  await page.goto("/admin-panel/clients");
  await row(page, client.name).getByRole("link").click();
  const name = page.getByRole("heading", { level: 1, name: client.name });
  await expect(name).toBeVisible();
  for (const [status, message] of [
    [500, "The server is busy."],
    [404, "Not found."],
  ] as const) {
    let looks = 0;
    await page.route("**/get-client", (route) => {
      looks += 1;
      return route.fulfill({ status, json: { code: "x", message } });
    });
    const answered = page.waitForResponse((response) => response.status() === status);
    // While an answer is pending no second call is made.
    await expect
      .poll(async () => {
        await lookAgain(page);
        return looks;
      })
      .toBeGreaterThan(0);
    await answered;
    if (status === 500) await expect(name).toBeVisible();
    else await expect(page.getByText("Profile not found!")).toBeVisible();
  }
});

test("tickets of a client that failed to load are not shown as none", async ({ agent, client }) => {
  const page = await beginWith(agent, client);
  await page.route("**/client-tickets", (route) =>
    route.fulfill({ status: 500, json: { code: "internal", message: "The server is busy." } }),
  );
  await page.goto("/admin-panel/clients");
  await row(page, client.name).getByRole("link").click();
  const tickets = page.getByRole("region", { name: "Tickets" });
  await expect(tickets.getByRole("alert")).toContainText("The tickets could not be loaded");
  await page.unroute("**/client-tickets");
  await tickets.getByRole("button", { name: "Retry" }).click();
  await expect(tickets.getByRole("listitem")).toHaveCount(1);
});

test("another page begins at its top, and a page that was left keeps its scroll offset", async ({
  agent,
  client,
}) => {
  const page = await beginWith(agent, client);
  await page.setViewportSize({ width: 900, height: 420 });
  await page.goto("/admin-panel/tickets");
  const pane = page.getByRole("main");
  const link = row(page, client.name).getByRole("link");
  await link.scrollIntoViewIfNeeded();
  const place = await pane.evaluate(({ scrollTop }) => scrollTop);
  expect(place).toBeGreaterThan(0);
  await page.getByRole("navigation").getByRole("link", { name: "Settings" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Settings" })).toBeVisible();
  expect(await pane.evaluate(({ scrollTop }) => scrollTop)).toBe(0);
  await page.goBack();
  await expect(link).toBeVisible();
  await expect.poll(() => pane.evaluate(({ scrollTop }) => scrollTop)).toBe(place);
});

test("no page of the panel moves sideways on a phone, and a finger hits every control", async ({
  agent,
  client,
}) => {
  const page = await beginWith(agent, client);
  await page.setViewportSize({ width: 390, height: 844 });
  const small: string[] = [];
  for (const path of [
    "agents",
    "clients",
    "tickets",
    "settings",
    "settings#departments",
    "settings#channels",
    "settings?view=connect#channels",
    "settings#company",
  ]) {
    await page.goto(`/admin-panel/${path}`);
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
    await page.waitForLoadState("networkidle");
    const beyond = await page.getByRole("main").evaluate((pane) => pane.scrollWidth - pane.clientWidth);
    expect([path, beyond]).toEqual([path, 0]);
    small.push(...(await smallTargets(page)).map((target) => `${path}: ${target}`));
  }
  expect(small).toEqual([]);
});

test("the key that ends a word of an input method does not save the name", async ({ agent }) => {
  await agent.signIn(admin);
  const { page } = agent;
  await page.goto("/admin-panel/settings");
  await page.getByRole("button", { name: "Rename Groups" }).click();
  const name = page.getByRole("textbox", { name: "Rename Groups" });
  await name.dispatchEvent("keydown", { key: "Enter", isComposing: true });
  await expect(name).toBeFocused();
  await name.press("Escape");
  await expect(page.getByRole("button", { name: "Rename Groups" })).toBeFocused();
});

test("a department's numbers link to its tickets, and a former agent is still among the filters", async ({
  agent,
  client,
}) => {
  const page = await beginWith(agent, client);
  await page.goto("/admin-panel/settings");
  const card = page.getByRole("listitem").filter({ has: page.getByRole("heading", { name: "Bookings" }) });
  const pending = card.getByRole("link", { name: /^Open tickets: \d+$/ });
  const count = (await pending.textContent()) ?? "";
  await pending.click();
  await expect(page).toHaveURL(/department=.*stage=open/);
  await expect(page.getByRole("link", { name: /^Total tickets/ })).toContainText(count);
  await expect(row(page, client.name)).toContainText("Bookings");
  const { agents } = await (await page.request.get("/admin/get-all-agents")).json();
  const left = agents.find(({ first_name }: { first_name: string }) => first_name === "Emre");
  await page.route("**/auth/agents", (route) => route.fulfill({ json: [] }));
  await page.goto(`/admin-panel/tickets?agent=${left.userid}`);
  await expect(page.getByRole("combobox", { name: "Agent" })).toContainText("Emre");
});

test("the previous filter's tickets are shown as outdated until a filter is answered", async ({
  agent,
  client,
}) => {
  const page = await beginWith(agent, client);
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.goto("/admin-panel/tickets");
  await expect(row(page, client.name)).toBeVisible();
  const table = page.getByRole("region", { name: "Table of the tickets" });
  expect(await table.evaluate((pane) => pane.scrollWidth - pane.clientWidth)).toBe(0);
  const answer = Promise.withResolvers<void>();
  await page.route("**/get-tickets?stage=closed", async (route) => {
    await answer.promise;
    await route.continue();
  });
  await page.getByRole("link", { name: /^Closed tickets/ }).click();
  await expect(page.locator("[aria-busy=true]").filter({ has: table })).toBeVisible();
  await expect(row(page, client.name)).toBeVisible();
  answer.resolve();
  await expect(page.locator("[aria-busy=true]")).toHaveCount(0);
  await expect(row(page, client.name)).toBeHidden();
});
