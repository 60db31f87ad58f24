import type { Page } from "@playwright/test";
import { appears } from "./appears.ts";
import { expect, newPassword, register, signIn, test } from "./getting-in-fixtures.ts";

const own = "Morning-train-7";

/** An administrator of a new company, on the agents screen. */
async function openAgents(page: Page, desk: Parameters<typeof register>[1], email: string) {
  await register(page, desk, email);
  await signIn(page, newPassword);
  await expect(page).toHaveURL(`${desk.url}/`);
  await page.goto("/admin-panel/agents");
}

async function fillColleague(page: Page, email: string) {
  const box = page.getByRole("dialog");
  await box.getByLabel("Email").fill(email);
  await box.getByLabel("First name").fill("Sigrid");
  await box.getByLabel("Last name").fill("Moen");
  await box.getByRole("combobox", { name: "Department" }).click();
  await page.getByRole("option", { name: "General" }).click();
}

const linkIn = (text: string) => /https?:\/\/\S+#[\w-]{43}/.exec(text)?.[0] ?? "";

test("a colleague is invited, chooses a password and is signed in; the link works once", async ({
  page,
  desk,
  newAddress,
  browser,
}) => {
  await openAgents(page, desk, newAddress);
  const colleague = `sigrid.${newAddress}`;
  await page.getByRole("button", { name: "Add an agent" }).click();
  await page.getByText("Send an invitation").click();
  await expect(page.getByLabel("Confirm password")).toBeHidden();
  await page.getByRole("button", { name: "Invite" }).click();
  await expect(page.getByRole("alert")).toHaveText("Some fields are missing!");
  await fillColleague(page, colleague);
  await page.getByRole("button", { name: "Invite" }).click();
  await expect(page.getByText(`Invitation sent to ${colleague}`)).toBeVisible();
  const invited = page.getByRole("region", { name: /Invited/ });
  await expect(invited).toContainText("Sigrid Moen");
  const first = linkIn((await desk.mail(colleague)).text);
  await page.getByRole("button", { name: "Send the invitation of Sigrid Moen again" }).click();
  const link = linkIn((await desk.mail(colleague)).text);

  const context = await browser.newContext({ baseURL: desk.url });
  const guest = await context.newPage();
  await guest.goto(first);
  await expect(guest.getByRole("alert")).toHaveText(
    "This invitation is no longer valid. Please ask for a new one.",
  );
  await guest.goto("about:blank");
  await guest.goto(link);
  await expect(guest.getByRole("heading", { name: "Welcome to Fjord Ferries" })).toBeVisible();
  await expect(guest.getByLabel("Email")).toHaveValue(colleague);
  await guest.getByLabel("Password", { exact: true }).fill("short");
  await guest.getByLabel("Confirm password", { exact: true }).fill("short");
  await guest.getByRole("button", { name: "Start" }).click();
  await expect(guest.getByRole("alert")).toHaveText("Password does not meet the requirements!");
  await guest.getByLabel("Password", { exact: true }).fill(own);
  await guest.getByLabel("Confirm password", { exact: true }).fill(own);
  await guest.getByRole("button", { name: "Start" }).click();
  await expect(guest.getByRole("heading", { name: "Welcome, Sigrid" })).toBeVisible();
  await expect(invited).toBeHidden();
  await expect(page.getByRole("link", { name: "Sigrid Moen" })).toBeVisible();
  await context.close();
});

test("a colleague who was given a password confirms the address once; a reset leads to a new one", async ({
  page,
  desk,
  newAddress,
  browser,
}) => {
  await openAgents(page, desk, newAddress);
  const colleague = `sigrid.${newAddress}`;
  await page.getByRole("button", { name: "Add an agent" }).click();
  await fillColleague(page, colleague);
  await page.getByLabel("Password", { exact: true }).fill(newPassword);
  await page.getByLabel("Confirm password").fill(newPassword);
  await page.getByRole("button", { name: "Register" }).click();
  const row = page.getByRole("row", { name: /Sigrid Moen/ });
  await expect(row).toContainText("not confirmed yet");

  const context = await browser.newContext({ baseURL: desk.url });
  const guest = await context.newPage();
  await guest.goto("/login");
  await guest.getByLabel("Email").fill(colleague);
  await signIn(guest, newPassword);
  await expect(guest.getByRole("heading", { name: "Confirm your email address" })).toBeVisible();
  await guest.getByRole("button", { name: "Confirm" }).click();
  await expect(guest.getByRole("alert")).toHaveText("Please enter the code from the mail");
  await guest.getByLabel("Code from the mail").fill(await desk.code(colleague));
  await guest.getByRole("button", { name: "Confirm" }).click();
  await expect(guest.getByRole("heading", { name: "Welcome, Sigrid" })).toBeVisible();
  await expect(row).not.toContainText("not confirmed yet");

  await page.getByRole("link", { name: "Sigrid Moen" }).click();
  await page.getByRole("button", { name: "Send a password reset" }).click();
  await page.getByRole("button", { name: "Send the mail" }).click();
  await expect(page.getByText(`A mail is on its way to ${colleague}`)).toBeVisible();
  await guest.goto(linkIn((await desk.mail(colleague)).text));
  await guest.getByLabel("New password", { exact: true }).fill(own);
  await guest.getByLabel("Confirm new password", { exact: true }).fill(own);
  const reset = appears(guest, "Password successfully reset!");
  await guest.getByRole("button", { name: "Reset password" }).click();
  await reset;
  await expect(guest).toHaveURL(/\/login/);
  await context.close();
});

test("another address needs the password and counts once its code is entered", async ({
  page,
  desk,
  newAddress,
}) => {
  await register(page, desk, newAddress);
  await signIn(page, newPassword);
  const next = `next.${newAddress}`;
  await page
    .getByRole("button", { name: "Profile" })
    .or(page.getByRole("link", { name: "Profile" }))
    .first()
    .click();
  await page.getByRole("button", { name: "Edit profile" }).click();
  const password = page.getByLabel("Your password, to change the address", { exact: true });
  await expect(password).toBeHidden();
  await page.getByLabel("Email").fill(next);
  await password.fill(newPassword);
  await page.getByRole("button", { name: "Save" }).click();
  const waiting = page.getByRole("form", { name: "Confirm your email address" });
  await expect(waiting).toContainText(`Enter the code we sent to ${next} to make it your address.`);
  await waiting.getByLabel("Code from the mail").fill(await desk.code(next));
  await waiting.getByRole("button", { name: "Confirm" }).click();
  await expect(page.getByText(`Your email address is now ${next}`)).toBeVisible();
  await expect(waiting).toBeHidden();
});
