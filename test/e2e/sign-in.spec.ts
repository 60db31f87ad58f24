import { password } from "./company-plan.ts";
import { expect, test } from "./fixtures.ts";

test("every page of the console leads to sign-in and back when signed out", async ({
  page,
  agent,
  company,
}) => {
  await page.goto("/?view=closed");
  await expect(page).toHaveURL(/\/login/);
  await page.getByLabel("Email").fill(company.emails.mira);
  await page.getByLabel("Password", { exact: true }).fill(password);
  await page.getByRole("button", { name: "Sign in" }).click();
  await expect(page).toHaveURL(/view=closed/);
  await page.goto("/login");
  await expect(page).not.toHaveURL(/login/);
  await expect(agent.page.getByRole("heading", { name: "Welcome, Mira" })).toBeVisible();
});

test("empty fields and a wrong password get the catalogue's texts", async ({ page, company }) => {
  await page.goto("/login");
  await page.getByRole("button", { name: "Sign in" }).click();
  await expect(page.getByRole("alert")).toHaveText("Please fill in all fields");
  await page.getByLabel("Email").fill(company.emails.mira);
  await page.getByLabel("Password", { exact: true }).fill("not this one");
  await page.getByRole("button", { name: "Sign in" }).click();
  await expect(page.getByRole("alert")).toHaveText("Invalid email or password. Try again!");
});

test("an unknown address says so and links home", async ({ page }) => {
  await page.goto("/nowhere/at-all");
  await expect(page.getByRole("heading")).toHaveText("404 Error! Page not found :(");
  await page.getByRole("link").click();
  await expect(page).toHaveURL(/\/login/);
});
