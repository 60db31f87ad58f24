/**
 * Checks each screen once with axe, in both themes. The registration of a new company has its own desk, and its test in
 * first-steps.spec.ts.
 */
import type { Page } from "@playwright/test";
import { expectAccessible, expectNoFaults, expectTouchable } from "./accessible.ts";
import { crossAnswer, dropFiles } from "./composing.ts";
import { expect, test } from "./fixtures.ts";
import { bellOf, inboxOf, PrivateChat } from "./private-chat.ts";
import { setUpTwoStep } from "./two-step.ts";

const desk = { width: 1440, height: 900 };
const phone = { width: 390, height: 844 };

test.beforeEach(({ page }) => page.emulateMedia({ colorScheme: "dark", reducedMotion: "reduce" }));

test("lists, chat and close dialog are accessible, on a desktop and on a phone", async ({
  agent,
  client,
  page,
}) => {
  await client.write("Hello <script>alert(1)</script>");
  await client.send({ type: "photo", file: { sample: "beach" } });
  await client.send({ type: "voice" });
  await agent.signIn("mira");
  await expect(agent.ticket(client.name)).toBeVisible();
  await expectAccessible(page, "pending tickets");
  await agent.accept(client.name);
  await agent.write("Good morning");
  await expect(agent.bubble("Good morning").getByRole("img", { name: "Sent", exact: true })).toBeVisible();
  await expectAccessible(page, "chat");
  await page.getByRole("button", { name: "Close", exact: true }).click();
  await expect(page.getByRole("dialog")).toBeVisible();
  await expectAccessible(page, "close dialog");
  await page.getByRole("button", { name: "No", exact: true }).click();
  await page.setViewportSize(phone);
  await expectAccessible(page, "chat on a phone");
  await page.getByRole("button", { name: "Back to the tickets" }).click();
  await expect(agent.ticket(client.name)).toBeVisible();
  await expectAccessible(page, "tickets on a phone");
});

test("the search of tickets, client number and reassign dialog are accessible", async ({
  agent,
  client,
  page,
}) => {
  await client.write("Hello");
  await agent.signIn("mira");
  await agent.accept(client.name);
  await agent
    .ticket(client.name)
    .getByRole("button", { name: /Client number/ })
    .click();
  await expectNoFaults(page, "number");
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: "Search tickets" }).click();
  await page.getByRole("textbox", { name: /Search/ }).fill("zzzz");
  await expect(page.getByText("No tickets found!")).toBeVisible();
  await expectNoFaults(page, "nothing found");
  await page.getByRole("textbox", { name: /Search/ }).fill(client.name);
  await expect(agent.ticket(client.name)).toBeVisible();
  await expectNoFaults(page, "found");
  await page.getByRole("button", { name: "Reassign" }).click();
  await page.getByRole("dialog").getByText("Refunds").click();
  await expect(page.getByRole("dialog").getByText("Naledi Mokoena")).toBeVisible();
  await expectAccessible(page, "reassign");
});

test("pinned messages, search of messages, menu and viewer are accessible", async ({
  agent,
  client,
  page,
}) => {
  await client.write("The pier, at noon");
  await client.send({ type: "photo", file: { sample: "beach" }, caption: "Here" });
  await agent.signIn("mira");
  await agent.accept(client.name);
  await page.getByRole("button", { name: "Pinned messages" }).click();
  await expect(page.getByText("No pinned messages available.")).toBeVisible();
  await expectAccessible(page, "no pins");
  await agent.bubble("The pier").getByText("The pier").click({ button: "right" });
  await expect(page.getByRole("menuitem", { name: "Pin" })).toBeVisible();
  await expectAccessible(page, "menu");
  await page.getByRole("menuitem", { name: "Pin" }).click();
  await expect(page.getByRole("button", { name: "Unpin: The pier, at noon" })).toBeVisible();
  await expectAccessible(page, "pins");
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: "Search messages" }).click();
  const field = page.getByRole("searchbox", { name: "Search messages" });
  await field.fill("pier");
  await expect(page.getByRole("button", { name: /The pier, at noon/ })).toBeVisible();
  await expectAccessible(page, "search");
  await field.fill("nowhere");
  await expect(page.getByText("No search results")).toBeVisible();
  await expectAccessible(page, "nothing found");
  await expect(page.getByRole("button", { name: "Search messages" })).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(page.getByRole("button", { name: "Search messages" })).toBeFocused();
  await agent.bubble("Here").getByRole("button", { name: "Open the photo" }).click();
  await expect(page.getByRole("dialog").getByRole("img")).toBeVisible();
  await expectAccessible(page, "viewer");
});

test("bubbles page, panels of the composer, refused file and guard are accessible", async ({
  agent,
  client,
  page,
}) => {
  await client.write("Hello");
  await agent.signIn("jonas", "/profile/jonas/bubbles");
  await page.getByRole("textbox", { name: "Name" }).click();
  await page.keyboard.type("In short");
  await page.getByRole("textbox", { name: "Content" }).fill("As you like");
  await page.getByRole("button", { name: "Create" }).click();
  await page.getByRole("button", { name: "In short" }).click();
  await expectAccessible(page, "bubbles page");
  await page.getByRole("button", { name: "Delete" }).click();
  await expect(page.getByRole("dialog")).toBeVisible();
  await expectAccessible(page, "delete dialog");

  await page.goto("/");
  await agent.accept(client.name);
  await expect(agent.bubble("Hello")).toBeVisible();
  await agent.composer.fill("/in");
  await expect(page.getByRole("listbox").getByRole("option").first()).toBeVisible();
  await expectAccessible(page, "slash");
  await agent.composer.fill("");
  for (const panel of ["emoji", "bubbles"]) {
    await page
      .getByRole("button", { name: panel === "emoji" ? "Insert an emoji" : "Insert a bubble" })
      .click();
    await expect(page.getByRole("combobox", { name: `Search ${panel}` })).toBeFocused();
    await expectAccessible(page, panel);
    await page.keyboard.press("Escape");
    await expect(agent.composer).toBeFocused();
  }
  await dropFiles(page, "drop", [0]);
  await expectAccessible(page, "refused file");
  await page.keyboard.press("Escape");
  await crossAnswer(agent, client, "No, wait!");
  await agent.composer.fill("Done.");
  await agent.composer.press("Enter");
  const notice = page.getByRole("region", { name: "Not sent yet" });
  await expect(notice.getByRole("button", { name: "Send anyway" })).toBeEnabled();
  await expectAccessible(page, "guard");
});

test("colleagues, private chat and inbox are accessible on a phone", async ({ agent, page }) => {
  await page.setViewportSize(phone);
  await agent.signIn("ingrid");
  await page.getByRole("button", { name: "Colleagues" }).click();
  await expect(page.getByRole("dialog", { name: "Colleagues" })).toBeVisible();
  await expectAccessible(page, "colleagues");
  const chat = new PrivateChat(page, "Emre Yıldız");
  await chat.open();
  await chat.write("On my way");
  await expect(chat.message("On my way").getByRole("img", { name: "Sent" })).toBeVisible();
  await expectAccessible(page, "private chat");
  await chat.panel.getByRole("button", { name: "Back" }).click();
  await expect(chat.panel).toHaveCount(0);
  await bellOf(page).click();
  await expect(inboxOf(page)).toContainText("Your inbox is empty");
  await expectAccessible(page, "inbox");
});

test("profile, its form, language, password and second step are accessible", async ({
  agent,
  company,
  page,
}) => {
  await agent.signIn("emre", "/profile/emre");
  await expect(page.getByRole("button", { name: "Edit profile" })).toBeVisible();
  await expectAccessible(page, "profile");
  await page.getByRole("button", { name: "Edit profile" }).click();
  await expect(page.getByLabel("First name")).toBeVisible();
  await expectAccessible(page, "editing");
  await page.goto("/profile/emre");
  await page.getByRole("button", { name: /^Language: English/ }).click();
  await expect(page.locator("[aria-current=true]")).toHaveText("English");
  await expectAccessible(page, "language");
  await page.goto("/profile/emre");
  await page.getByRole("button", { name: "Change password" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("button", { name: "Change password" }).click();
  await expect(dialog.getByRole("alert")).toHaveText("Please fill in all fields");
  await expectAccessible(page, "password");
  await page.goto("/profile/emre");
  await page.getByRole("button", { name: "Set up" }).click();
  await expect(page.getByRole("img", { name: "QR code for your authenticator app" })).toBeVisible();
  await expectAccessible(page, "second step");
  await setUpTwoStep(page);
  await page.getByRole("button", { name: "Log out" }).click();
  await expect(page).toHaveURL(/\/login/);
  await agent.fillSignIn(company.emails.emre);
  await expect(page.getByRole("heading", { name: "One more step" })).toBeVisible();
  await expectAccessible(page, "code of the second step");
});

test("a required second step, and a session that ends soon, are accessible", async ({ agent, page }) => {
  let session: object = { setUpTwoStep: true };
  await page.route("**/auth/validate", async (route) => {
    const answer = await route.fetch();
    await route.fulfill({ response: answer, json: { ...(await answer.json()), ...session } });
  });
  await agent.signIn("emre", "/two-step");
  await expect(page.getByRole("heading", { name: "Set up two-step sign-in" })).toBeVisible();
  await expectAccessible(page, "required second step");
  session = { expires: new Date(Date.now() + 9 * 60_000).toISOString() };
  await page.goto("/profile/emre");
  await expect(page.getByRole("button", { name: "Stay signed in" })).toBeVisible();
  await expectAccessible(page, "session that ends soon");
});

test("every section of the admin panel is accessible, on a desktop and on a phone", async ({
  agent,
  client,
  page,
}) => {
  await client.write("Hello");
  await agent.signIn("ingrid");
  await expect(agent.ticket(client.name).first()).toBeVisible();
  const { clients } = await (await page.request.get("/admin/get-all-clients")).json();
  const { agents } = await (await page.request.get("/admin/get-all-agents")).json();
  const [department] = await (await page.request.get("/auth/get-departments")).json();
  const screens = [
    ["/admin-panel/agents", "Agents"],
    [`/admin-panel/user-profile/${agents[1].userid.slice(0, 8)}`, agents[1].first_name],
    ["/admin-panel/clients", "Clients"],
    [`/admin-panel/client-profile/${clients[0].short_id}`, clients[0].client_name],
    ["/admin-panel/tickets", "Tickets"],
    ["/admin-panel/settings", "Settings"],
    [`/admin-panel/settings/departments/${department.departmentid}`, department.department_name],
    ["/admin-panel/settings#departments", "Settings"],
    ["/admin-panel/settings#channels", "Settings"],
    ["/admin-panel/settings?service=whatsapp&view=connect#channels", "Settings"],
    ["/admin-panel/settings#company", "Settings"],
    ["/admin-panel/settings#audit", "Settings"],
  ] as const;
  for (const [path, title] of screens) {
    await open(page, path);
    await expect(page.getByRole("heading", { level: 1, name: title })).toBeVisible();
    await page.waitForLoadState("networkidle");
    await expectNoFaults(page, path);
    await page.setViewportSize(phone);
    await expectAccessible(page, `${path} on a phone`);
    await page.setViewportSize(desk);
  }
  for (const path of [
    ...["openingHours", "automaticMessages", "emailIntegration", "userGuide"].map(
      (section) => `/admin-panel/settings#${section}`,
    ),
    "/help/tickets",
  ]) {
    await open(page, path);
    await expect(page.getByRole("heading", { level: 1 }).first()).toBeVisible();
    await page.waitForLoadState("networkidle");
    await expectTouchable(page, path);
  }
  await page.goto("/admin-panel/agents");
  await page.getByRole("button", { name: "Add an agent" }).click();
  await expect(page.getByRole("dialog")).toBeVisible();
  await expectAccessible(page, "register");
});

/** Loads a section named by its hash anew: a change of the hash alone loads nothing, and the network is idle at once. */
async function open(page: Page, path: string): Promise<void> {
  if (path.includes("#")) await page.goto("about:blank");
  await page.goto(path);
}
