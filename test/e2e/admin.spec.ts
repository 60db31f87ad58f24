import type { Page } from "@playwright/test";
import { appears } from "./appears.ts";
import { expect, test } from "./fixtures.ts";

const admin = "ingrid";
const password = "Harbour-morning-3";

/** Chooses from one of our lists. */
async function choose(page: Page, list: string, option: string): Promise<void> {
  await page.getByRole("combobox", { name: list }).click();
  await page.getByRole("option", { name: option, exact: true }).click();
}

const row = (page: Page, name: string) => page.getByRole("row").filter({ hasText: name });

test("an agent who is no administrator sees clients, organisations, tickets and their figures, and nothing else", async ({
  agent,
}) => {
  await agent.signIn("emre");
  const { page } = agent;
  await page.goto("/admin-panel/agents");
  await expect(page).toHaveURL(/\/admin-panel\/tickets$/);
  await expect(page).toHaveTitle("Admin Panel");
  const bar = page.getByRole("navigation", { name: "Admin panel" });
  await expect(bar.getByRole("link")).toHaveText([
    "Clients",
    "Organisations",
    "Tickets",
    "Figures",
    "Help",
    "Back to the desk",
  ]);
  await page.goto("/admin-panel/settings");
  await expect(page).toHaveURL(/\/admin-panel\/tickets$/);
});

test("the register form says what is missing, and a new agent appears in another administrator's table", async ({
  agent,
  colleague,
  company,
}) => {
  await agent.signIn(admin);
  await colleague.signIn(admin);
  const { page } = agent;
  await colleague.page.goto("/admin-panel/agents");
  await expect(row(colleague.page, "Mira Halvorsen")).toBeVisible();
  await page.goto("/admin-panel/agents");
  await page.getByRole("button", { name: "Add an agent" }).click();
  const box = page.getByRole("dialog");
  await box.getByRole("button", { name: "Register" }).click();
  await expect(box.getByRole("alert")).toHaveText("Some fields are missing!");
  const name = "Ada";
  await box.getByLabel("Email").fill(company.emails.mira);
  await box.getByLabel("First name").fill(name);
  await box.getByLabel("Last name").fill("Lovelace");
  await box.getByLabel("Password", { exact: true }).fill(password);
  await box.getByLabel("Confirm password").fill("something else");
  await choose(page, "Department", "Groups");
  await box.getByRole("button", { name: "Register" }).click();
  await expect(box.getByRole("alert")).toHaveText("Passwords do not match!");
  await box.getByLabel("Password", { exact: true }).fill("harbour");
  await box.getByLabel("Confirm password").fill("harbour");
  await box.getByRole("button", { name: "Register" }).click();
  await expect(box.getByRole("alert").getByRole("paragraph")).toHaveText([
    "At least 8 characters",
    "At least one uppercase letter",
    "At least one number",
    "At least one special character (!@#$...)",
  ]);
  await box.getByLabel("Password", { exact: true }).fill(password);
  await box.getByLabel("Confirm password").fill(password);
  await box.getByRole("button", { name: "Register" }).click();
  await expect(box.getByRole("alert")).toHaveText("This e-mail address has an account already.");
  await box.getByLabel("Email").fill(`ada.${company.emails.mira}`);
  await box.getByRole("button", { name: "Register" }).click();
  await expect(box).toBeHidden();
  await colleague.page.getByRole("searchbox", { name: "Filter agents" }).fill(name);
  await expect(row(colleague.page, name)).toContainText("Groups");
});

test("a refused switch goes back, the viewer's own is disabled, and a disabled agent is signed out", async ({
  agent,
  colleague,
}) => {
  await agent.signIn(admin);
  const { page } = agent;
  await colleague.signIn("emre");
  await page.goto("/admin-panel/agents");
  await expect(page.getByRole("switch", { name: /Ingrid Solheim is an administrator/ })).toBeDisabled();
  const disabled = page.getByRole("switch", { name: "Emre Yıldız is disabled" });
  await page.route("**/auth/delete-agent", (route) =>
    route.fulfill({ status: 409, json: { code: "last_admin", message: "Not now." } }),
  );
  await disabled.click();
  await expect(page.getByText("was not changed: Not now.")).toBeVisible();
  await expect(disabled).not.toBeChecked();
  await page.unroute("**/auth/delete-agent");
  await disabled.click();
  await expect(disabled).toBeChecked();
  await expect(colleague.page).toHaveURL(/\/login/);
});

test("a table sorts by two columns, hides one, and changes everyone selected", async ({ agent }) => {
  await agent.signIn(admin);
  const { page } = agent;
  await page.goto("/admin-panel/agents");
  await page.getByRole("button", { name: "Department", exact: true }).click();
  await page.getByRole("button", { name: "Name", exact: true }).click({ modifiers: ["Shift"] });
  await expect(page.getByRole("columnheader", { name: "Department" })).toHaveAttribute(
    "aria-sort",
    "ascending",
  );
  await expect(page.getByRole("columnheader", { name: "Name" })).toHaveAttribute("aria-sort", "ascending");
  await choose(page, "Department", "Refunds");
  await expect(row(page, "Naledi Mokoena")).toBeVisible();
  await expect(row(page, "Jonas Weber")).toBeHidden();
  await choose(page, "Department", "All departments");
  await expect(row(page, "Ingrid Solheim")).toContainText("online");
  await choose(page, "Status", "offline");
  await expect(row(page, "Ingrid Solheim")).toBeHidden();
  await choose(page, "Status", "Online and offline");
  await page.getByRole("button", { name: "Columns" }).click();
  await page.getByRole("menuitemcheckbox", { name: "Email" }).click();
  await page.keyboard.press("Escape");
  await expect(page.getByRole("columnheader", { name: "Email" })).toBeHidden();
  const chosen = ["Emre Yıldız", "Jonas Weber"];
  for (const name of chosen) {
    await page.getByRole("searchbox", { name: "Filter agents" }).fill(name);
    await page.getByRole("checkbox", { name: `Select ${name}` }).click();
  }
  await page.getByRole("toolbar").getByRole("button", { name: "Disable" }).click();
  for (const name of chosen) {
    await page.getByRole("searchbox", { name: "Filter agents" }).fill(name);
    await expect(page.getByRole("switch", { name: `${name} is disabled` })).toBeChecked();
  }
});

test("an agent's profile has rows and fallbacks, a form, filtered actions, and a page for an unknown one", async ({
  agent,
  company,
}) => {
  await agent.signIn(admin);
  const { page } = agent;
  await page.goto("/admin-panel/agents");
  await page.getByRole("link", { name: "Emre Yıldız" }).click();
  await expect(page.getByText("User has not logged in yet.")).toBeVisible();
  await expect(page.getByText("push disabled")).toBeVisible();
  await page.getByRole("button", { name: "Edit the account" }).click();
  await page.getByLabel("Last name").fill("Byron");
  await choose(page, "Department", "Refunds");
  await page.getByRole("button", { name: "Save" }).click();
  await expect(page.getByRole("heading", { name: "Emre Byron" })).toBeVisible();
  await expect(page.getByRole("definition").filter({ hasText: "Refunds" })).toBeVisible();
  await page.getByRole("button", { name: "Edit the account" }).click();
  await page.getByLabel("Email").fill(company.emails.mira);
  const failed = appears(page, "Update user failed!");
  await page.getByRole("button", { name: "Save" }).click();
  await failed;
  await expect(page.getByRole("button", { name: "Save" })).toBeHidden();
  await choose(page, "Show", "login");
  await expect(page.getByText("Nothing has happened yet")).toBeVisible();
  await page.goto("/admin-panel/user-profile/00000000");
  await expect(page.getByText("Profile not found!")).toBeVisible();
  await page.getByRole("button", { name: "Return" }).click();
  await expect(page).toHaveURL(/\/admin-panel\/agents$/);
});

test("a client is found, changed, blocked and merged, and the merge undone", async ({
  agent,
  client,
  newClient,
}) => {
  const other = await newClient("Dimitar again");
  await client.write("Hello");
  await other.write("It is me, from my other phone");
  await agent.signIn(admin);
  const { page } = agent;
  await expect(agent.ticket(client.name).first()).toBeVisible();
  await expect(agent.ticket(other.name).first()).toBeVisible();
  await page.goto("/admin-panel/clients");
  const search = page.getByRole("searchbox", { name: "Search clients" });
  await search.fill("nobody is called this");
  await search.press("Enter");
  await expect(page.getByText("No search results found!")).toBeVisible();
  await search.fill(client.name);
  await page.getByRole("button", { name: "Search clients" }).click();
  const blocked = row(page, client.name).getByRole("switch");
  await blocked.click();
  await expect(blocked).toBeChecked();
  await blocked.click();
  await expect(blocked).not.toBeChecked();
  await row(page, client.name).getByRole("link").click();
  await expect(page.getByText("Address not specified.")).toBeVisible();
  await expect(page.getByText("Note not added.")).toBeVisible();
  await page.getByRole("button", { name: "Edit the client" }).click();
  await page.getByRole("button", { name: "Save" }).click();
  await expect(page.getByText("Some fields are missing!")).toBeVisible();
  await page.getByLabel("Account number").fill("HT-7");
  await page.getByLabel("Address").fill("Calle Mayor 1");
  await page.getByLabel("Note").fill("Mornings");
  await page.getByRole("button", { name: "Save" }).click();
  await expect(page.getByRole("definition").filter({ hasText: "Calle Mayor 1" })).toBeVisible();
  await page.getByRole("button", { name: "Merge" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("searchbox").fill(other.name);
  await dialog.getByRole("button", { name: new RegExp(other.name) }).click();
  await dialog.getByRole("button", { name: "Merge" }).click();
  await expect(page.getByRole("region", { name: "Tickets" }).getByRole("listitem")).toHaveCount(2);
  await page.getByRole("button", { name: "Undo" }).click();
  await expect(page.getByRole("region", { name: "Tickets" }).getByRole("listitem")).toHaveCount(1);
});

test("a number links to the tickets it counts, and an id into the workspace", async ({ agent, client }) => {
  await client.write("Count me");
  await agent.signIn(admin);
  await expect(agent.ticket(client.name).first()).toBeVisible();
  const { page } = agent;
  await page.goto("/admin-panel/tickets");
  await expect(row(page, client.name)).toContainText("Not accepted yet.");
  await expect(row(page, client.name)).toContainText("Ticket is active.");
  await page.getByRole("link", { name: /Pending tickets/ }).click();
  await expect(page).toHaveURL(/stage=waiting/);
  await expect(row(page, client.name)).toContainText("not accepted yet");
  const download = page.waitForEvent("download");
  await page.getByRole("link", { name: "Export CSV" }).click();
  expect((await download).suggestedFilename()).toBe("tickets.csv");
  await choose(page, "Platform", "Viber");
  await expect(page.getByText("No tickets found!")).toBeVisible();
  await page.getByRole("button", { name: "Clear" }).click();
  await row(page, client.name).getByRole("link").click();
  await expect(page.getByRole("heading", { name: client.name, level: 2 })).toBeVisible();
});

test("departments are added, renamed, kept while they have agents, and deleted when empty", async ({
  agent,
}) => {
  await agent.signIn(admin);
  const { page } = agent;
  await page.goto("/admin-panel/settings");
  const name = "Night shift";
  const box = page.getByRole("textbox", { name: "Add a department" });
  await box.fill("  ");
  await box.press("Enter");
  await box.fill(name);
  await box.press("Enter");
  await expect(page.getByRole("heading", { name })).toBeVisible();
  await expect(box).toHaveValue("");
  await page.getByRole("button", { name: `Rename ${name}` }).click();
  await page.getByRole("textbox", { name: `Rename ${name}` }).fill(`${name} 2`);
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { name: `${name} 2` })).toBeVisible();
  await page.getByRole("button", { name: "Delete Bookings" }).click();
  await expect(page.getByRole("dialog")).toContainText("Bookings still has agents.");
  await page.getByRole("button", { name: "OK" }).click();
  await page.getByRole("button", { name: `Delete ${name} 2` }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Delete" }).click();
  await expect(page.getByRole("heading", { name: `${name} 2` })).toBeHidden();
  await page.getByRole("link", { name: "User guide", exact: true }).click();
  await page.getByRole("link", { name: "Read it here" }).click();
  await expect(page.getByRole("heading", { name: "First steps", exact: true })).toBeVisible();
  await page.goBack();
  await page.getByRole("link", { name: "Audit log" }).click();
  await expect(page.getByText(`deleted the department ${name} 2`)).toBeVisible();
});

test("opening hours are set, and every administrator's console shows them at once", async ({
  agent,
  newAgentPage,
}) => {
  const other = await newAgentPage();
  for (const each of [agent, other]) {
    await each.signIn(admin);
    await each.page.goto("/admin-panel/settings#openingHours");
    await expect(each.page.getByRole("radio", { name: "Open at all times" })).toBeChecked();
  }
  const { page } = agent;
  await page.getByText("By opening hours").click();
  await page.getByLabel("Monday, hours 1: to", { exact: true }).fill("16:00");
  await page.getByRole("button", { name: "Copy Monday to other days" }).click();
  await page.getByRole("menuitem", { name: "Saturday" }).click();
  await page.getByRole("button", { name: "Save" }).click();
  await expect(page.getByText("Opening hours saved")).toBeVisible();
  await expect(other.page.getByLabel("Saturday, hours 1: to", { exact: true })).toHaveValue("16:00");
  await page.getByRole("link", { name: "Audit log" }).click();
  await expect(page.getByText("set the opening hours of Harbour Travel")).toBeVisible();
});

test("an automatic message is written, reaches the client, and the conversation says why", async ({
  agent,
  client,
}) => {
  await agent.signIn(admin);
  const { page } = agent;
  await page.goto("/admin-panel/settings#automaticMessages");
  await page.getByRole("button", { name: "New message" }).click();
  await page.getByRole("textbox", { name: "Name" }).fill("Greeting");
  await page.getByRole("textbox", { name: "Text in English" }).fill("Welcome, ");
  await page.getByRole("button", { name: "First name" }).click();
  await page.getByRole("button", { name: "Save" }).click();
  await expect(page.getByRole("switch", { name: "Greeting is on" })).toBeChecked();
  await client.write("Hello?");
  await page.goto("/");
  await page.getByRole("listitem").filter({ hasText: client.name }).click();
  const message = page.getByRole("article").filter({ hasText: "Welcome, Dimitar" });
  await expect(message).toContainText("automatic");
  await expect.poll(async () => JSON.stringify(await client.messages())).toContain("Welcome, Dimitar");
  await page.getByRole("button", { name: "More actions" }).click();
  await page.getByRole("menuitem", { name: "Automatic messages" }).click();
  await expect(page.getByRole("dialog").getByRole("listitem")).toContainText("Sent");
});

test("the Telegram tab warns before a bot is overwritten, and shows Telegram's answer", async ({ agent }) => {
  await agent.signIn(admin);
  const { page } = agent;
  await page.goto("/admin-panel/settings#channels");
  await page.getByRole("tab", { name: "Telegram" }).click();
  await expect(
    page.getByText("You have already set-up your Telegram Bot. Would you like to overwrite it?"),
  ).toBeVisible();
  await expect(page.getByLabel("Bot token")).toBeHidden();
  await page.getByRole("button", { name: "Overwrite" }).click();
  const connect = page.getByRole("button", { name: "Connect", exact: true });
  await connect.click();
  await expect(page.getByText("Cannot submit an empty field!")).toBeVisible();
  await page.getByLabel("Bot token").fill("no token");
  await connect.click();
  await expect(page.getByText("Invalid Telegram Bot Id!")).toBeVisible();
  await page.getByLabel("Bot token").fill("123456789:AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA");
  await connect.click();
  await expect(page.getByText("Unauthorized. Please verify your bot token.")).toBeVisible();
});
