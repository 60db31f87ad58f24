import { appears } from "./appears.ts";
import { expect, fillCompany, newPassword, register, signIn, test } from "./getting-in-fixtures.ts";

const wrongOf = (code: string) => (code === "000000" ? "111111" : "000000");

test("a company registers: every fault is named; the code is wrong, used, sent again, and right", async ({
  page,
  desk,
  newAddress,
}) => {
  await page.goto("/login");
  await page.getByRole("link", { name: "Register your company" }).click();
  await expect(page).toHaveURL(/\/register-company$/);
  await expect(page.getByRole("link", { name: "terms of service" })).toHaveAttribute("href", "/terms");
  const submit = page.getByRole("button", { name: "Register" });
  const alert = page.getByRole("alert");
  await submit.click();
  await expect(alert).toHaveText("Please fill in all fields");

  const rules = page.getByRole("listitem");
  const password = page.getByLabel("Password", { exact: true });
  await expect(page.getByText("Password must include:")).toBeVisible();
  await expect(rules).toHaveText([
    "At least 8 characters",
    "At least one uppercase letter",
    "At least one lowercase letter",
    "At least one number",
    "At least one special character (!@#$...)",
  ]);
  await password.fill("boats");
  await expect(rules).toHaveText([
    "At least 8 characters",
    "At least one uppercase letter",
    "At least one number",
    "At least one special character (!@#$...)",
  ]);
  await fillCompany(page, newAddress);
  await expect(page.getByText("Password must include:")).toBeHidden();

  await page.getByLabel("Confirm password", { exact: true }).fill("another");
  await submit.click();
  await expect(alert).toHaveText("Passwords do not match!");
  await password.fill("boats");
  await page.getByLabel("Confirm password", { exact: true }).fill("boats");
  await submit.click();
  await expect(alert).toHaveText("Password does not meet the requirements!");
  await password.fill("P@ssw0rd1!");
  await page.getByLabel("Confirm password", { exact: true }).fill("P@ssw0rd1!");
  await submit.click();
  await expect(alert).toHaveText("This password is one of the most common ones");
  await fillCompany(page, newAddress);
  await submit.click();

  const code = page.getByLabel("Verification code");
  const verify = page.getByRole("button", { name: "Verify and register" });
  const resend = page.getByRole("button", { name: "Resend Code" });
  await expect(page.getByText(`We have sent a code with six digits to ${newAddress}.`)).toBeVisible();
  await verify.click();
  await expect(alert).toHaveText("Please enter the verification code");
  const first = await desk.code(newAddress);
  for (let tries = 1; tries <= 4; tries++) {
    await code.fill(wrongOf(first));
    await verify.click();
    await expect(alert).toHaveText("Invalid code. Try again.");
    await expect(verify).toBeEnabled();
  }
  await expect(resend).toBeHidden();
  await verify.click();
  await expect(alert).toHaveText("Too many failed attempts");
  await resend.click();
  await expect(alert).toHaveText(/Too many tries. Please wait \d+ seconds/);
  await desk.advance(60_000);
  await resend.click();
  await expect(page.getByText("A new code is on its way.")).toBeVisible();
  await expect(resend).toBeHidden();

  const mail = await desk.mail(newAddress);
  expect(mail.subject).toBe("Your Parley verification code");
  const [, second = ""] = /(\d{6})/.exec(mail.text) ?? [];
  await code.focus();
  // A mail client may pass the code on like this.
  await page.evaluate(
    (text) => {
      const clipboard = new DataTransfer();
      clipboard.setData("text/plain", text);
      document.execCommand("insertText", false, clipboard.getData("text/plain"));
    },
    `${second.slice(0, 3)} ${second.slice(3)} `,
  );
  await expect(code).toHaveValue(second);
  await verify.click();
  await expect(page).toHaveURL(/\/login$/);
  await expect(page.getByLabel("Email")).toHaveValue(newAddress);
  await signIn(page, newPassword);
  await expect(page).toHaveURL(`${desk.url}/`);
  await expect(page.getByRole("heading", { name: "Welcome, Astrid" })).toBeVisible();
});

test("an expired code, or another browser's, offers another; a reload keeps all but the password", async ({
  page,
  context,
  desk,
  newAddress,
}) => {
  await page.goto("/register-company");
  await fillCompany(page, newAddress);
  await page.getByRole("button", { name: "Register" }).click();
  const code = page.getByLabel("Verification code");
  const verify = page.getByRole("button", { name: "Verify and register" });
  const resend = page.getByRole("button", { name: "Resend Code" });
  const first = await desk.code(newAddress);
  await desk.advance(600_000);
  await code.fill(first);
  await verify.click();
  await expect(page.getByRole("alert")).toHaveText("Verification code has expired");
  await resend.click();
  const second = await desk.code(newAddress);
  await context.clearCookies();
  await code.fill(second);
  await verify.click();
  await expect(page.getByRole("alert")).toHaveText("Expired verification session");
  await expect(resend).toBeVisible();

  await page.getByRole("button", { name: "Change your details" }).click();
  await expect(page.getByLabel("Password", { exact: true })).toHaveValue(newPassword);
  await expect(page.getByText("Everything is still here but the password")).toBeHidden();
  await page.reload();
  await expect(page.getByText("Everything is still here but the password")).toBeVisible();
  await expect(page.getByLabel("Email")).toHaveValue(newAddress);
  await expect(page.getByRole("combobox", { name: "Country" })).toHaveText("🇳🇴 Norway");
  await expect(page.getByLabel("Password", { exact: true })).toHaveValue("");
});

test("an address with an account sees the same as any address, and its owner gets a mail", async ({
  page,
  desk,
  newAddress,
}) => {
  await register(page, desk, newAddress);
  await desk.advance(60_000);
  await page.goto("/register-company");
  await fillCompany(page, newAddress);
  await page.getByRole("button", { name: "Register" }).click();
  await expect(page.getByText(`We have sent a code with six digits to ${newAddress}.`)).toBeVisible();
  await page.getByLabel("Verification code").fill("123456");
  await page.getByRole("button", { name: "Verify and register" }).click();
  await expect(page.getByRole("alert")).toHaveText("Invalid code. Try again.");
  const mail = await desk.mail(newAddress);
  expect(mail.subject).toBe("You already have a Parley account");
  expect(mail.text).toContain(`${desk.url}/login`);
});

test("answers without a message show the default texts", async ({ page, desk, newAddress }) => {
  await register(page, desk, newAddress);
  await page.goto("/register-company");
  await fillCompany(page, newAddress);
  const submit = page.getByRole("button", { name: "Register" });
  const alert = page.getByRole("alert");
  const silent = (path: string) => page.route(path, (route) => route.fulfill({ status: 500, json: {} }));
  await silent("**/precheck");
  await submit.click();
  await expect(alert).toHaveText("Error validating user data!");
  await page.unroute("**/precheck");
  await page.getByLabel("Email").fill(`other.${newAddress}`);
  await submit.click();
  await page.getByLabel("Verification code").fill("123456");
  await silent("**/verify-email-code");
  await page.getByRole("button", { name: "Verify and register" }).click();
  await expect(alert).toHaveText("Verification or registration failed");

  await page.goto("/forgot-password");
  await silent("**/send-reset-password-code");
  await page.getByLabel("Email").fill(newAddress);
  await page.getByRole("button", { name: "Send code" }).click();
  await expect(alert).toHaveText("Failed to send reset code. Try again later.");
  await page.unroute("**/send-reset-password-code");
  await page.getByRole("button", { name: "Send code" }).click();
  await page.getByLabel("Reset code").fill("123456");
  await page.getByRole("button", { name: "Verify code" }).click();
  await expect(alert).toHaveText("Invalid code. Try again.");
  await page.unroute("**/verify-email-code");
  await page.getByLabel("Reset code").fill(await desk.code(newAddress));
  await page.getByRole("button", { name: "Verify code" }).click();
  await silent("**/auth/reset-password");
  await page.getByLabel("New password", { exact: true }).fill(`${newPassword}!`);
  await page.getByLabel("Confirm new password", { exact: true }).fill(`${newPassword}!`);
  await page.getByRole("button", { name: "Reset password" }).click();
  await expect(alert).toHaveText("Failed to reset password");
});

test("a forgotten password takes three steps with every text, the new one works, and every session ends", async ({
  page,
  browser,
  desk,
  newAddress,
}) => {
  await register(page, desk, newAddress);
  const elsewhere = await (await browser.newContext({ baseURL: desk.url })).newPage();
  await elsewhere.goto("/login");
  await elsewhere.getByLabel("Email").fill(newAddress);
  await signIn(elsewhere, newPassword);
  await expect(elsewhere.getByRole("heading", { name: "Welcome, Astrid" })).toBeVisible();

  await page.getByRole("link", { name: "Forgot password?" }).click();
  await expect(page).toHaveURL(/\/forgot-password$/);
  await expect(page.getByRole("link", { name: "Back to login" })).toHaveAttribute("href", "/login");
  const alert = page.getByRole("alert");
  await page.getByRole("button", { name: "Send code" }).click();
  await expect(alert).toHaveText("Please enter your email address");
  await page.getByLabel("Email").fill(newAddress);
  await page.getByRole("button", { name: "Send code" }).click();
  await expect(page.getByText(`A reset code has been sent to ${newAddress}`)).toBeVisible();

  const code = page.getByLabel("Reset code");
  const verify = page.getByRole("button", { name: "Verify code" });
  await verify.click();
  await expect(alert).toHaveText("Please enter the code sent to your email");
  const first = await desk.code(newAddress);
  await page.reload();
  await code.fill(wrongOf(first));
  await verify.click();
  await expect(alert).toHaveText("Invalid code. Try again.");
  await desk.advance(60_000);
  await page.getByRole("button", { name: "Request New Code" }).click();
  await expect(page.getByText(`A reset code has been sent to ${newAddress}`)).toBeVisible();
  await code.fill(await desk.code(newAddress));
  await verify.click();
  await expect(page.getByText("Code verified! Now lets reset your password.")).toBeVisible();

  await page.reload();
  const save = page.getByRole("button", { name: "Reset password" });
  await page.getByLabel("New password", { exact: true }).fill("P@ssw0rd1!");
  await page.getByLabel("Confirm new password", { exact: true }).fill("P@ssw0rd1!");
  await save.click();
  await expect(alert).toHaveText("This password is one of the most common ones");
  const another = "Slow-boats-3-Bergen";
  await page.getByLabel("New password", { exact: true }).fill(another);
  await page.getByLabel("Confirm new password", { exact: true }).fill(another);
  const done = appears(page, "Password successfully reset!").then(() => Date.now());
  await save.click();
  const saidOn = await done;
  await expect(page).toHaveURL(/\/login$/);
  expect(Date.now() - saidOn).toBeGreaterThan(1_000);
  await expect(elsewhere).toHaveURL(/\/login/);
  await elsewhere.context().close();
  expect((await desk.mail(newAddress)).subject).toBe("Your Parley password was changed");
  await expect(page.getByLabel("Email")).toHaveValue(newAddress);
  await signIn(page, newPassword);
  await expect(alert).toHaveText("Invalid email or password. Try again!");
  await signIn(page, another);
  await expect(page.getByRole("heading", { name: "Welcome, Astrid" })).toBeVisible();
});

test("a visitor's language is that of the page, of the mail, and of the account", async ({
  page,
  desk,
  newAddress,
}) => {
  await page.goto("/forgot-password");
  await page.getByLabel("Language").selectOption("nl");
  await expect(page.getByRole("heading", { name: "Wachtwoord vergeten?" })).toBeVisible();
  await page.goto("/login");
  await page.getByLabel("E-mail").fill(newAddress);
  await page.getByLabel("Wachtwoord", { exact: true }).fill("verkeerd");
  await page.getByRole("button", { name: "Inloggen" }).click();
  await expect(page.getByRole("alert")).toHaveText(
    "Ongeldig e-mailadres of wachtwoord. Probeer het opnieuw!",
  );
  await page.goto("/register-company");
  await page.getByLabel("Bedrijfsnaam").fill("Fjord Ferries");
  await page.getByLabel("E-mail").fill(newAddress);
  await page.getByLabel("Voornaam").fill("Astrid");
  await page.getByLabel("Achternaam").fill("van den Berg");
  await page.getByRole("combobox", { name: "Land" }).click();
  await page.getByRole("combobox", { name: "Zoek een land" }).fill("noorw");
  await page.getByRole("option", { name: "🇳🇴 Noorwegen" }).click();
  await page.getByLabel("Wachtwoord", { exact: true }).fill(newPassword);
  await page.getByLabel("Bevestig wachtwoord", { exact: true }).fill(newPassword);
  await page.getByRole("button", { name: "Registreren" }).click();
  await expect(page.getByRole("heading", { name: "Kijk in je mail" })).toBeVisible();
  const mail = await desk.mail(newAddress);
  expect(mail.subject).toBe("Je verificatiecode voor Parley");
  await page.getByLabel("Verificatiecode").fill(/\d{6}/.exec(mail.text)?.[0] ?? "");
  await page.getByRole("button", { name: "Bevestigen en registreren" }).click();
  await page.getByLabel("Wachtwoord", { exact: true }).fill(newPassword);
  await page.getByRole("button", { name: "Inloggen" }).click();
  await expect(page.getByText("Welkom bij Parley, Astrid")).toBeVisible();
});
