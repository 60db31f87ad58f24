import { DEMO_TOKEN } from "../../simulator/src/seed.ts";
import { expectAccessible } from "./accessible.ts";
import { expect, fillCompany, newPassword, register, signIn, test } from "./getting-in-fixtures.ts";
import { PhoneClient } from "./phone-client.ts";

test("a new company adds a colleague, connects its bot and sees its first ticket arrive, which ends the first steps", async ({
  page,
  desk,
  newAddress,
}) => {
  await register(page, desk, newAddress);
  await expect(page.getByText("Fjord Ferries is registered. Sign in to begin.")).toBeVisible();
  await expect(page.getByLabel("Email")).toHaveValue(newAddress);
  await signIn(page, newPassword);
  await expect(page.getByRole("heading", { name: "Welcome to Parley, Astrid" })).toBeVisible();

  await page.getByRole("button", { name: "Invite" }).click();
  await expect(page.getByRole("alert")).toHaveText("Some fields are missing!");
  await page.getByLabel("First name").fill("Leif");
  await page.getByLabel("Last name").fill("Strand");
  await page.getByLabel("Email").fill(`leif.${newAddress}`);
  await page.getByRole("button", { name: "Invite" }).click();
  await expect(page.getByRole("list", { name: "Invited" })).toContainText("Leif Strand");
  await page.getByRole("button", { name: "Next" }).click();

  await page.getByRole("button", { name: "Connect" }).click();
  await expect(page.getByRole("alert")).toHaveText("Cannot submit an empty field!");
  await page.getByLabel("Bot token").fill(DEMO_TOKEN);
  await page.getByRole("button", { name: "Connect" }).click();
  await expect(page.getByText("Fjord Ferries (@fjord_ferries_bot) is connected.")).toBeVisible();
  await page.getByRole("button", { name: "Next" }).click();

  await expect(page.getByText("Write to your bot from a phone.")).toBeVisible();
  const client = await PhoneClient.create(desk.simulatorUrl, Number.parseInt(DEMO_TOKEN, 10), "Sigrid");
  await client.write("Does the ferry run on Sunday?");
  await expect(page.getByRole("listitem").filter({ hasText: client.name })).toBeVisible();
  await page.getByRole("button", { name: "Done" }).click();
  await expect(page.getByRole("heading", { name: "Welcome to Parley, Astrid" })).toBeHidden();
  await page.reload();
  await expect(page.getByRole("heading", { name: /Pending tickets/ })).toBeVisible();
  await expect(page.getByText("No chat selected")).toBeVisible();
});

test("all first steps can be skipped at once", async ({ page, desk, newAddress }) => {
  await register(page, desk, newAddress);
  await signIn(page, newPassword);
  await page.getByRole("button", { name: "Skip all of this" }).click();
  await expect(page.getByText("No chat selected")).toBeVisible();
});

test("the registration is accessible, on a desktop and on a phone", async ({ page, desk, newAddress }) => {
  // The test goes through twenty-four screens.
  test.slow();
  await page.emulateMedia({ colorScheme: "dark", reducedMotion: "reduce" });
  const check = async (screen: string) => {
    for (const size of [
      { width: 390, height: 844 },
      { width: 1440, height: 900 },
    ]) {
      await page.setViewportSize(size);
      await expectAccessible(page, `${screen} ${size.width}`);
      const wide = await page.evaluate(() => document.documentElement.scrollWidth > innerWidth);
      expect([screen, size.width, wide]).toEqual([screen, size.width, false]);
    }
  };
  await page.goto("/terms");
  await expect(page.getByRole("heading", { name: "Terms of service" })).toBeVisible();
  await check("terms");
  await page.goto("/register-company");
  await page.getByRole("button", { name: "Register" }).click();
  await expect(page.getByRole("alert")).not.toBeEmpty();
  await check("registration");
  await page.getByRole("combobox", { name: "Country" }).click();
  await expect(page.getByRole("option", { name: "🇦🇱 Albania" })).toBeVisible();
  await check("countries");
  await page.keyboard.press("Escape");
  await fillCompany(page, newAddress);
  await page.getByRole("button", { name: "Register" }).click();
  await expect(page.getByLabel("Verification code")).toBeVisible();
  await check("verification code");
  await page.getByLabel("Verification code").fill(await desk.code(newAddress));
  await page.getByRole("button", { name: "Verify and register" }).click();
  await expect(page).toHaveURL(/\/login$/);
  await check("sign-in");
  await page.goto("/forgot-password");
  await page.getByLabel("Email").fill(newAddress);
  await check("forgot password");
  await page.getByRole("button", { name: "Send code" }).click();
  await page.getByLabel("Reset code").fill(await desk.code(newAddress));
  await check("reset code");
  await page.getByRole("button", { name: "Verify code" }).click();
  await expect(page.getByLabel("New password", { exact: true })).toBeVisible();
  await check("new password");
  await page.goto("/login");
  await page.getByLabel("Email").fill(newAddress);
  await signIn(page, newPassword);
  for (const step of ["Invite your colleagues", "Connect a channel", "Write to yourself as a client"]) {
    await expect(page.getByRole("heading", { name: step })).toBeVisible();
    await check(step);
    if (!step.startsWith("Write")) await page.getByRole("button", { name: "Next" }).click();
  }
});
