import AxeBuilder from "@axe-core/playwright";
import type { Browser, Locator, Page } from "@playwright/test";
import { TOTP } from "otpauth";
import sharp from "sharp";
import { samplePassword } from "../sample/plant.ts";
import { AgentPage } from "./agent-page.ts";
import { expect, test } from "./fixtures.ts";

const admin = "freya@northwind.example";

let number = 0;
/** A new colleague of Freya's, so that each test has an account of its own. */
async function hire(browser: Browser, baseURL: string | undefined, firstName: string) {
  const context = await browser.newContext({ ...(baseURL && { baseURL }) });
  const email = `${firstName.toLowerCase()}${++number}@northwind.example`;
  const call = async (path: string, data: object) => {
    const answer = await context.request.post(path, { data, headers: { origin: baseURL ?? "" } });
    expect(answer.ok()).toBe(true);
    return answer.json();
  };
  const { user } = await call("/auth/login", { email: admin, password: samplePassword });
  await call("/auth/register", {
    email,
    pass: samplePassword,
    confirmPassword: samplePassword,
    firstName,
    lastName: "Lund",
    department: user.departmentid,
  });
  await context.close();
  return { email, username: email.split("@")[0] ?? "" };
}

async function another(browser: Browser, baseURL: string | undefined): Promise<AgentPage> {
  const context = await browser.newContext({ ...(baseURL && { baseURL }) });
  return new AgentPage(await context.newPage());
}

const card = (page: Page, title: string): Locator => page.getByRole("region", { name: title });

async function expectNoFaults(page: Page) {
  const { violations } = await new AxeBuilder({ page }).analyze();
  expect(violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)])).toEqual([]);
}

/** Sets the second step up on the open profile; answers the app's secret and the recovery codes. */
async function setUp(page: Page): Promise<{ secret: string; codes: string[] }> {
  await expect(page.getByRole("img", { name: "QR code for your authenticator app" })).toBeVisible();
  const secret = ((await page.locator("code").textContent()) ?? "").replaceAll(" ", "");
  const code = page.getByLabel("Code from the app");
  await code.fill("000000");
  await page.getByRole("button", { name: "Turn on" }).click();
  await expect(page.getByRole("alert").filter({ hasText: "Invalid code. Try again." })).toBeVisible();
  await code.fill(new TOTP({ secret }).generate());
  await page.getByRole("button", { name: "Turn on" }).click();
  await expect(page.getByRole("heading", { name: "Your recovery codes" })).toBeVisible();
  const codes = await page.getByText(/^[a-z2-9]{4}-[a-z2-9]{4}-[a-z2-9]{4}$/).allTextContents();
  expect(codes).toHaveLength(10);
  await page.getByRole("button", { name: "I have kept them" }).click();
  return { secret, codes };
}

async function givePassword(page: Page, email: string) {
  await page.goto("/login");
  await page.getByLabel("Email").fill(email);
  await page.getByLabel("Password", { exact: true }).fill(samplePassword);
  await page.getByRole("button", { name: "Sign in" }).click();
  await expect(page.getByRole("heading", { name: "One more step" })).toBeVisible();
}

test("the profile is one's own; anybody else's address is no page", async ({
  agent,
  page,
  browser,
  baseURL,
}) => {
  const { email, username } = await hire(browser, baseURL, "Vera");
  await agent.signIn(email);
  await page.goto("/profile/freya");
  await expect(page.getByRole("heading")).toHaveText("404 Error! Page not found :(");
  await page.goto(`/profile/${username.toUpperCase()}`);
  const own = card(page, "Vera Lund");
  await expect(own).toContainText("managed by Northwind Parcels");
  for (const [term, value] of [
    ["Name", "Vera Lund"],
    ["Email", email],
    ["Department", "General"],
    ["License", "Free"],
    ["Language", "English"],
  ] as const) {
    await expect(own.getByRole("term").filter({ hasText: term }).locator("+ dd")).toHaveText(value);
  }
  await expectNoFaults(page);
  await page.getByRole("link", { name: "Bubbles" }).click();
  await expect(page).toHaveURL(`/profile/${username}/bubbles`);
});

test("name, address and photo are edited, and seen at once in another tab and by a colleague", async ({
  agent,
  page,
  colleague,
  browser,
  baseURL,
}) => {
  const { email, username } = await hire(browser, baseURL, "Otto");
  await colleague.signIn(admin);
  await agent.signIn(email);
  const tab = await page.context().newPage();
  await tab.goto(`/profile/${username}`);
  await page.goto(`/profile/${username}`);
  await page.getByRole("button", { name: "Edit profile" }).click();
  await expectNoFaults(page);

  const file = page.locator("input[type=file]");
  const notes = { name: "me.png", mimeType: "image/png", buffer: Buffer.from("not a picture") };
  await file.setInputFiles(notes);
  await expect(page.getByRole("alert").filter({ hasText: "Please choose an image file." })).toBeVisible();
  const buffer = await sharp({ create: { width: 90, height: 60, channels: 3, background: "#0a8" } })
    .png()
    .toBuffer();
  await file.setInputFiles({ name: "me.png", mimeType: "image/png", buffer });
  await expect(page.getByText("Photo changed")).toBeVisible();
  const picture = page.locator("main img");
  await expect(picture).toHaveAttribute("src", /^\/pictures\/.*\.webp$/);
  const src = (await picture.getAttribute("src")) ?? "";
  await expect(tab.locator("main img")).toHaveAttribute("src", src);
  await expect(colleague.page.locator(`aside img[src="${src}"]`)).toBeVisible();

  await page.getByLabel("First name").fill(" ");
  await page.getByRole("button", { name: "Save" }).click();
  await expect(page.getByRole("alert").filter({ hasText: "Please fill in all fields" })).toBeVisible();
  await page.getByLabel("First name").fill("Ottilie");
  await page.getByLabel("Email").fill(admin);
  await page.getByLabel("Your password, to change the address").fill(samplePassword);
  await page.getByRole("button", { name: "Save" }).click();
  await expect(page.getByText("This e-mail address has an account already.")).toBeVisible();
  await page.getByLabel("Email").fill(`new-${email}`);
  await page.getByRole("button", { name: "Save" }).click();
  await expect(card(page, "Ottilie Lund")).toContainText(`new-${email}`);
  await expect(card(tab, "Ottilie Lund")).toContainText(`new-${email}`);
  await expect(tab.getByRole("heading", { name: "Welcome, Ottilie" })).toBeVisible();
  await expect(colleague.page.getByRole("complementary")).toContainText("Ottilie Lund");
});

test("the language switches at once, here and in another tab, and stays", async ({
  agent,
  page,
  browser,
  baseURL,
}) => {
  const { email, username } = await hire(browser, baseURL, "Lena");
  await agent.signIn(email);
  const tab = await page.context().newPage();
  await tab.goto(`/profile/${username}`);
  await page.goto(`/profile/${username}`);
  await page.getByRole("button", { name: /^Language: English/ }).click();
  const names = ["English", "Afrikaans", "Български", "Türkçe", "Español", "Русский", "Nederlands", "日本語"];
  await expect(page.getByRole("main").getByRole("listitem")).toHaveText(names);
  await expect(page.locator("[aria-current=true]")).toHaveText("English");
  await expectNoFaults(page);
  await page.getByRole("button", { name: "Español" }).click();
  await expect(page.getByRole("heading", { name: "Idioma" })).toBeVisible();
  await expect(page.locator("[aria-current=true]")).toHaveText("Español");
  await expect(tab.getByRole("button", { name: "Editar perfil" })).toBeVisible();
  await page.getByRole("button", { name: "Volver" }).click();
  await expect(page.getByRole("button", { name: "Editar perfil" })).toBeVisible();
  await page.reload();
  await expect(page.getByRole("button", { name: "Editar perfil" })).toBeVisible();
});

test("the other session is ended: at once its screen is the sign-in page", async ({
  agent,
  page,
  browser,
  baseURL,
}) => {
  const { email, username } = await hire(browser, baseURL, "Nora");
  const other = await another(browser, baseURL);
  await other.signIn(email);
  await agent.signIn(email);
  await page.goto(`/profile/${username}`);
  const rows = card(page, "Where you are signed in").getByRole("listitem");
  await expect(rows).toHaveCount(2);
  await expect(rows.first()).toContainText("This browser");
  await expect(rows.first()).toContainText(/Chrome \d+ on/);
  await expect(card(page, "Sign-in history").getByRole("listitem")).toHaveCount(2);

  // A third, which ends by itself while its row is still shown here.
  const third = await another(browser, baseURL);
  await third.signIn(email);
  await page.reload();
  await expect(rows).toHaveCount(3);
  await third.page.getByRole("button", { name: "Log out" }).click();
  await expect(third.page).toHaveURL(/\/login/);
  await rows
    .nth(1)
    .getByRole("button", { name: /^End the session of/ })
    .click();
  await expect(page.getByText("Ended. It is signed out there.")).toBeVisible();
  await expect(rows).toHaveCount(2);
  await third.page.context().close();

  await rows
    .last()
    .getByRole("button", { name: /^End the session of/ })
    .click();
  await expect(other.page).toHaveURL(/\/login/);
  await expect(rows).toHaveCount(1);
  await other.page.context().close();
});

test("the password is changed by who knows it, and the other session with it ends", async ({
  agent,
  page,
  browser,
  baseURL,
}) => {
  const { email, username } = await hire(browser, baseURL, "Edda");
  const other = await another(browser, baseURL);
  await other.signIn(email);
  await agent.signIn(email);
  await page.goto(`/profile/${username}`);
  await page.getByRole("button", { name: "Change password" }).click();
  const dialog = page.getByRole("dialog");
  const said = dialog.getByRole("alert");
  const submit = dialog.getByRole("button", { name: "Change password" });
  await submit.click();
  await expect(said).toHaveText("Please fill in all fields");
  await dialog.getByLabel("Current password", { exact: true }).fill("not it");
  await dialog.getByLabel("New password", { exact: true }).fill("short");
  await expect(dialog).toContainText("At least 8 characters");
  await dialog.getByLabel("Confirm new password", { exact: true }).fill("short");
  await submit.click();
  await expect(said).toHaveText("Password does not meet the requirements!");
  const next = "Winter-ferry-19";
  await dialog.getByLabel("New password", { exact: true }).fill(next);
  await submit.click();
  await expect(said).toHaveText("Passwords do not match");
  await dialog.getByLabel("Confirm new password", { exact: true }).fill(next);
  await submit.click();
  await expect(said).toHaveText("The current password is wrong.");
  await expectNoFaults(page);
  await dialog.getByLabel("Current password", { exact: true }).fill(samplePassword);
  await submit.click();
  await expect(dialog).toBeHidden();
  await expect(other.page).toHaveURL(/\/login/);
  await other.page.context().close();
  await page.getByRole("button", { name: "Log out" }).click();
  await agent.signIn(email, next);
});

test("a second step is set up, asked for, and takes each code once; a recovery code does too", async ({
  agent,
  page,
  browser,
  baseURL,
}) => {
  const { email, username } = await hire(browser, baseURL, "Tove");
  await agent.signIn(email);
  await page.goto(`/profile/${username}`);
  await page.getByRole("button", { name: "Set up" }).click();
  await expectNoFaults(page);
  const { secret, codes } = await setUp(page);
  const section = card(page, "Two-step sign-in");
  await expect(section).toContainText("10 recovery codes left");
  await page.getByRole("button", { name: "Log out" }).click();

  await givePassword(page, email);
  await expectNoFaults(page);
  // The code of this half minute was used to switch it on; the next one is taken too.
  const code = new TOTP({ secret }).generate({ timestamp: Date.now() + 30_000 });
  await page.getByLabel("Code").fill(code);
  await page.getByRole("button", { name: "Continue" }).click();
  await expect(page.getByRole("heading", { name: /Pending tickets/ })).toBeVisible();

  const thief = await another(browser, baseURL);
  await givePassword(thief.page, email);
  await thief.page.getByLabel("Code").fill(code);
  await thief.page.getByRole("button", { name: "Continue" }).click();
  await expect(thief.page.getByRole("alert").filter({ hasText: "Invalid code. Try again." })).toBeVisible();
  await thief.page.getByRole("button", { name: "Use a recovery code" }).click();
  await thief.page.getByLabel("Recovery code").fill(codes[0] ?? "");
  await thief.page.getByRole("button", { name: "Continue" }).click();
  await expect(thief.page.getByRole("heading", { name: /Pending tickets/ })).toBeVisible();
  await thief.page.context().close();

  await page.goto(`/profile/${username}`);
  await expect(section).toContainText("9 recovery codes left");
  await expect(card(page, "Sign-in history")).toContainText("Wrong code");
  await section.getByRole("button", { name: "Turn off" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Password", { exact: true }).fill("not it");
  await dialog.getByRole("button", { name: "Turn off" }).click();
  await expect(dialog.getByRole("alert")).toHaveText("The current password is wrong.");
  await dialog.getByRole("button", { name: "Use a code instead" }).click();
  await dialog.getByLabel("Code from the app or recovery code").fill(codes[1] ?? "");
  await dialog.getByRole("button", { name: "Turn off" }).click();
  await expect(section).toContainText("It is off.");
});

test("where the company asks for it, a colleague on duty is led to set it up, and then back", async ({
  agent,
  page,
  colleague,
  browser,
  baseURL,
}) => {
  const { email, username } = await hire(browser, baseURL, "Ylva");
  await colleague.signIn(admin);
  await colleague.page.goto("/profile/freya");
  const everyone = colleague.page.getByRole("switch", { name: "Required for everyone at Northwind Parcels" });
  await expect(everyone).toBeDisabled();
  await colleague.page.getByRole("button", { name: "Set up" }).click();
  const { codes } = await setUp(colleague.page);
  await agent.signIn(email);
  await page.goto(`/profile/${username}`);
  await everyone.click();
  await expect(everyone).toBeChecked();
  await expect(page.getByRole("heading", { name: "Set up two-step sign-in" })).toBeVisible();
  await page.goto("/");
  await expect(page).toHaveURL(/\/two-step/);
  await expectNoFaults(page);
  await setUp(page);
  await expect(page.getByRole("heading", { name: /Pending tickets/ })).toBeVisible();

  // Freya's company is other tests' too.
  await everyone.click();
  await expect(everyone).not.toBeChecked();
  await colleague.page.getByRole("button", { name: "Turn off" }).click();
  const dialog = colleague.page.getByRole("dialog");
  await dialog.getByRole("button", { name: "Use a code instead" }).click();
  await dialog.getByLabel("Code from the app or recovery code").fill(codes[0] ?? "");
  await dialog.getByRole("button", { name: "Turn off" }).click();
  await expect(card(colleague.page, "Two-step sign-in")).toContainText("It is off.");
});

test("in the last ten minutes of a session there is a warning, and a way to stay", async ({
  agent,
  page,
  browser,
  baseURL,
}) => {
  const { email, username } = await hire(browser, baseURL, "Runa");
  let minutesLeft = 11;
  await page.route("**/auth/validate", async (route) => {
    const answer = await route.fetch();
    const session = await answer.json();
    const expires = new Date(Date.now() + minutesLeft * 60_000).toISOString();
    await route.fulfill({ json: session.status === "valid" ? { ...session, expires } : session });
  });
  await agent.signIn(email);
  const warning = page.getByText(/^Your session ends at \d\d:\d\d\.$/);
  await expect(warning).toBeHidden();
  minutesLeft = 9;
  await page.goto(`/profile/${username}`);
  await expect(warning).toBeVisible();
  await expectNoFaults(page);
  const used = page.waitForResponse((response) => response.url().endsWith("/auth/get-user-pref"));
  minutesLeft = 720;
  await page.getByRole("button", { name: "Stay signed in" }).click();
  expect((await used).status()).toBe(200);
  await expect(warning).toBeHidden();
});

test("when the seven days of a session are over nobody is promised that they may stay", async ({
  agent,
  page,
  browser,
  baseURL,
}) => {
  const { email } = await hire(browser, baseURL, "Siri");
  const expires = new Date(Date.now() + 5 * 60_000).toISOString();
  await page.route("**/auth/validate", async (route) => {
    const answer = await route.fetch();
    const session = await answer.json();
    await route.fulfill({ json: session.status === "valid" ? { ...session, expires } : session });
  });
  await agent.signIn(email);
  const stay = page.getByRole("button", { name: "Stay signed in" });
  await stay.click();
  await expect(page.getByText("seven days after you signed in")).toBeVisible();
  await expect(stay).toBeHidden();
});
