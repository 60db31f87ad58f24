import type { Locator, Page } from "@playwright/test";
import { TOTP } from "otpauth";
import sharp from "sharp";
import { password } from "./company-plan.ts";
import { expect, test } from "./fixtures.ts";
import { setUpTwoStep } from "./two-step.ts";

const card = (page: Page, title: string): Locator => page.getByRole("region", { name: title });

test("an agent sees their own profile, and any other address is no page", async ({
  agent,
  page,
  company,
}) => {
  const email = company.emails.emre;
  await agent.signIn("emre");
  await page.goto("/profile/ingrid");
  await expect(page.getByRole("heading")).toHaveText("404 Error! Page not found :(");
  await page.goto("/profile/EMRE");
  const own = card(page, "Emre Yıldız");
  await expect(own).toContainText("managed by Harbour Travel");
  for (const [term, value] of [
    ["Name", "Emre Yıldız"],
    ["Email", email],
    ["Department", "Groups"],
    ["License", "Free"],
    ["Language", "English"],
  ] as const) {
    await expect(own.getByRole("term").filter({ hasText: term }).locator("+ dd")).toHaveText(value);
  }
  await page.getByRole("link", { name: "Bubbles" }).click();
  await expect(page).toHaveURL("/profile/emre/bubbles");
});

test("name, address and photo are edited, and shown at once in another tab and to a colleague", async ({
  agent,
  page,
  colleague,
  company,
}) => {
  const email = company.emails.emre;
  await colleague.signIn("ingrid");
  await agent.signIn("emre");
  const tab = await page.context().newPage();
  await tab.goto("/profile/emre");
  await page.goto("/profile/emre");
  await page.getByRole("button", { name: "Edit profile" }).click();

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

  await page.getByLabel("First name").fill("Ottilie");
  await page.getByLabel("Email").fill(company.emails.ingrid);
  await page.getByLabel("Your password, to change the address", { exact: true }).fill(password);
  await page.getByRole("button", { name: "Save" }).click();
  await expect(page.getByText("This e-mail address has an account already.")).toBeVisible();
  await page.getByLabel("Email").fill(`new-${email}`);
  await page.getByRole("button", { name: "Save" }).click();
  await expect(card(page, "Ottilie Yıldız")).toContainText(`new-${email}`);
  await expect(card(tab, "Ottilie Yıldız")).toContainText(`new-${email}`);
  await expect(tab.getByRole("heading", { name: "Welcome, Ottilie" })).toBeVisible();
  await expect(colleague.page.getByRole("complementary")).toContainText("Ottilie Yıldız");
});

test("the language switches at once, here and in another tab, and stays", async ({ agent, page }) => {
  await agent.signIn("emre");
  const tab = await page.context().newPage();
  await tab.goto("/profile/emre");
  await page.goto("/profile/emre");
  await page.getByRole("button", { name: /^Language: English/ }).click();
  const names = ["English", "Afrikaans", "Български", "Türkçe", "Español", "Русский", "Nederlands", "日本語"];
  await expect(page.getByRole("main").getByRole("listitem")).toHaveText(names);
  await expect(page.locator("[aria-current=true]")).toHaveText("English");
  await page.getByRole("button", { name: "Español" }).click();
  await expect(page.getByRole("heading", { name: "Idioma" })).toBeVisible();
  await expect(page.locator("[aria-current=true]")).toHaveText("Español");
  await expect(tab.getByRole("button", { name: "Editar perfil" })).toBeVisible();
  await page.getByRole("button", { name: "Volver" }).click();
  await expect(page.getByRole("button", { name: "Editar perfil" })).toBeVisible();
  await page.reload();
  await expect(page.getByRole("button", { name: "Editar perfil" })).toBeVisible();
});

test("the other session is ended: its screen becomes the sign-in page at once", async ({
  agent,
  page,
  newAgentPage,
}) => {
  const other = await newAgentPage();
  await other.signIn("emre");
  await agent.signIn("emre", "/profile/emre");
  const rows = card(page, "Where you are signed in").getByRole("listitem");
  await expect(rows).toHaveCount(2);
  await expect(rows.first()).toContainText("This browser");
  await expect(rows.first()).toContainText(/Chrome \d+ on/);
  await expect(card(page, "Sign-in history").getByRole("listitem")).toHaveCount(2);

  // A third session, which ends by itself while its row is still shown here.
  const third = await newAgentPage();
  await third.signIn("emre");
  await page.reload();
  await expect(rows).toHaveCount(3);
  // A list that is fetched again meanwhile would no longer have it.
  const ended = Promise.withResolvers<void>();
  await page.route("**/auth/sessions", async (route) => {
    await ended.promise;
    await route.continue();
  });
  await third.page.getByRole("button", { name: "Log out" }).click();
  await expect(third.page).toHaveURL(/\/login/);
  await rows
    .nth(1)
    .getByRole("button", { name: /^End the session of/ })
    .click();
  await expect(page.getByText("Session ended.")).toBeVisible();
  ended.resolve();
  await expect(rows).toHaveCount(2);

  await rows
    .last()
    .getByRole("button", { name: /^End the session of/ })
    .click();
  await expect(other.page).toHaveURL(/\/login/);
  await expect(rows).toHaveCount(1);
});

test("the password is changed with the present one, and the other session ends with it", async ({
  agent,
  page,
  company,
  newAgentPage,
}) => {
  const email = company.emails.emre;
  const other = await newAgentPage();
  await other.signIn("emre");
  await agent.signIn("emre", "/profile/emre");
  await page.getByRole("button", { name: "Change password" }).click();
  const dialog = page.getByRole("dialog");
  const said = dialog.getByRole("alert");
  const submit = dialog.getByRole("button", { name: "Change password" });
  const next = "Winter-ferry-19";
  await dialog.getByLabel("Current password", { exact: true }).fill("not it");
  await dialog.getByLabel("New password", { exact: true }).fill(next);
  await dialog.getByLabel("Confirm new password", { exact: true }).fill(next);
  await submit.click();
  await expect(said).toHaveText("The current password is wrong.");
  await dialog.getByLabel("Current password", { exact: true }).fill(password);
  await submit.click();
  await expect(dialog).toBeHidden();
  await expect(other.page).toHaveURL(/\/login/);
  await page.getByRole("button", { name: "Log out" }).click();
  await expect(page).toHaveURL(/\/login/);
  await agent.signInByForm(email, next);
});

test("a second step is set up, asked for, and takes each code once; a recovery code does too", async ({
  agent,
  page,
  company,
  newAgentPage,
}) => {
  const email = company.emails.emre;
  await agent.signIn("emre", "/profile/emre");
  await page.getByRole("button", { name: "Set up" }).click();
  const { secret, codes } = await setUpTwoStep(page);
  const section = card(page, "Two-step sign-in");
  await expect(section).toContainText("10 recovery codes left");
  await page.getByRole("button", { name: "Log out" }).click();
  await expect(page).toHaveURL(/\/login/);

  await agent.fillSignIn(email);
  await expect(page.getByRole("heading", { name: "One more step" })).toBeVisible();
  // The code of this half minute switched it on; the next one is accepted, too.
  const code = new TOTP({ secret }).generate({ timestamp: Date.now() + 30_000 });
  await page.getByLabel("Code").fill(code);
  await page.getByRole("button", { name: "Continue" }).click();
  await expect(page.getByRole("heading", { name: /Pending tickets/ })).toBeVisible();

  const thief = await newAgentPage();
  await thief.fillSignIn(email);
  await thief.page.getByLabel("Code").fill(code);
  await thief.page.getByRole("button", { name: "Continue" }).click();
  await expect(thief.page.getByRole("alert").filter({ hasText: "Invalid code. Try again." })).toBeVisible();
  await thief.page.getByRole("button", { name: "Use a recovery code" }).click();
  await thief.page.getByLabel("Recovery code").fill(codes[0] ?? "");
  await thief.page.getByRole("button", { name: "Continue" }).click();
  await expect(thief.page.getByRole("heading", { name: /Pending tickets/ })).toBeVisible();

  await page.goto("/profile/emre");
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

test("an agent at work is led to set a second step up when the company requires it, and then back", async ({
  agent,
  page,
  colleague,
}) => {
  await colleague.signIn("ingrid");
  await colleague.page.goto("/profile/ingrid");
  const everyone = colleague.page.getByRole("switch", { name: "Required for everyone at Harbour Travel" });
  await expect(everyone).toBeDisabled();
  await colleague.page.getByRole("button", { name: "Set up" }).click();
  await setUpTwoStep(colleague.page);
  await agent.signIn("emre", "/profile/emre");
  await everyone.click();
  await expect(everyone).toBeChecked();
  await expect(page.getByRole("heading", { name: "Set up two-step sign-in" })).toBeVisible();
  await page.goto("/");
  await expect(page).toHaveURL(/\/two-step/);
  await setUpTwoStep(page);
  await expect(page.getByRole("heading", { name: /Pending tickets/ })).toBeVisible();
});

test("a warning and a way to stay are shown in the last ten minutes of a session", async ({
  agent,
  page,
}) => {
  let minutesLeft = 11;
  await page.route("**/auth/validate", async (route) => {
    const answer = await route.fetch();
    const session = await answer.json();
    const expires = new Date(Date.now() + minutesLeft * 60_000).toISOString();
    await route.fulfill({ json: session.status === "valid" ? { ...session, expires } : session });
  });
  await agent.signIn("emre");
  const warning = page.getByText(/^Your session ends at \d\d:\d\d\.$/);
  await expect(warning).toBeHidden();
  minutesLeft = 9;
  await page.goto("/profile/emre");
  await expect(warning).toBeVisible();
  // Any call extends the session; until then its end does not move.
  let calls = 0;
  await page.route("**/auth/get-user-pref", async (route) => {
    calls += 1;
    minutesLeft = 720;
    await route.continue();
  });
  await page.getByRole("button", { name: "Stay signed in" }).click();
  await expect(warning).toBeHidden();
  expect(calls).toBe(1);
});

test("the page offers no way to stay when the seven days of a session are over", async ({ agent, page }) => {
  const expires = new Date(Date.now() + 5 * 60_000).toISOString();
  await page.route("**/auth/validate", async (route) => {
    const answer = await route.fetch();
    const session = await answer.json();
    await route.fulfill({ json: session.status === "valid" ? { ...session, expires } : session });
  });
  await agent.signIn("emre");
  const stay = page.getByRole("button", { name: "Stay signed in" });
  await stay.click();
  await expect(page.getByText("seven days after you signed in")).toBeVisible();
  await expect(stay).toBeHidden();
});

test("an agent makes a key of their own, a program reads with it, and it ends", async ({ agent, page }) => {
  await agent.signIn("emre");
  await page.goto("/profile/emre");
  const keys = card(page, "My keys");
  await expect(keys).toContainText("There are no keys yet");
  const dialog = page.getByRole("dialog");
  await keys.getByRole("button", { name: "New key" }).click();
  await dialog.getByLabel("Name").fill("Nightly script");
  await dialog.getByRole("button", { name: "Make the key" }).click();
  const token = /parley_[\w-]{71}/.exec(
    (await dialog.getByRole("region", { name: "Key" }).textContent()) ?? "",
  )?.[0];
  await dialog.getByRole("button", { name: "Done" }).click();
  await expect(keys.getByRole("listitem")).toContainText("Nightly script");
  const read = async () => {
    const headers = { authorization: `Bearer ${token}` };
    return (await page.request.get("/api/v1/tickets", { headers })).status();
  };
  expect(await read()).toBe(200);
  await keys.getByRole("button", { name: "Actions for Nightly script" }).click();
  await page.getByRole("menuitem", { name: "End" }).click();
  await dialog.getByRole("button", { name: "End" }).click();
  await expect(keys.getByRole("listitem")).toContainText("ended");
  expect(await read()).toBe(401);
});
