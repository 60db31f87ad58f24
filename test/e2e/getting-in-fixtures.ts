import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { createInterface } from "node:readline";
import type { Page } from "@playwright/test";
import { codeIn, type Received } from "../world/smtp.ts";
import { test as base, expect } from "./fixtures.ts";

type Addresses = { url: string; simulatorUrl: string; controlUrl: string };

/** The desk with its mail server and its clock. */
export type GettingIn = {
  url: string;
  simulatorUrl: string;
  /** The next mail to an address. */
  mail(to: string): Promise<Received>;
  code(to: string): Promise<string>;
  advance(milliseconds: number): Promise<void>;
};

export const test = base.extend<{ newAddress: string }, { desk: GettingIn }>({
  desk: [
    async ({ browserName: _ }, use) => {
      const desk = spawn(process.execPath, [join(import.meta.dirname, "getting-in-desk.ts")], {
        stdio: ["pipe", "pipe", "inherit"],
      });
      const ended = once(desk, "exit");
      const lines = createInterface({ input: desk.stdout });
      const found = new Promise<Addresses>((resolve) => {
        lines.on("line", (line) => {
          if (line.startsWith('{"url"')) resolve(JSON.parse(line) as Addresses);
        });
      });
      const gone = ended.then(() => Promise.reject(new Error("The desk ended before it was ready")));
      const addresses = await Promise.race([found, gone]);
      await use(control(addresses));
      desk.stdin.end();
      await ended;
    },
    { scope: "worker" },
  ],
  baseURL: ({ desk }, use) => use(desk.url),
  simulatorUrl: ({ desk }, use) => use(desk.simulatorUrl),
  newAddress: async ({ desk }, use) => {
    // Each test has the whole limit of this machine's address.
    await desk.advance(3_600_000);
    await use(`astrid.${Date.now()}@fjord.example`);
  },
});

export { expect };

function control({ url, simulatorUrl, controlUrl }: Addresses): GettingIn {
  const ask = async (path: string) => {
    const response = await fetch(controlUrl + path);
    if (!response.ok) throw new Error(await response.text());
    return response.json();
  };
  const mail = async (to: string) => (await ask(`/mail?to=${encodeURIComponent(to)}`)) as Received;
  return {
    url,
    simulatorUrl,
    mail,
    code: async (to) => codeIn(await mail(to)),
    advance: async (milliseconds) => {
      await ask(`/advance?ms=${milliseconds}`);
    },
  };
}

export const newPassword = "Slow-boats-2-Bergen";

/** Every field of the registration, filled in. */
export async function fillCompany(page: Page, email: string): Promise<void> {
  await page.getByLabel("Company name").fill("Fjord Ferries");
  await page.getByLabel("Email").fill(email);
  await page.getByLabel("First name").fill("Astrid");
  await page.getByLabel("Last name").fill("Berg");
  await page.getByRole("combobox", { name: "Country" }).click();
  await page.getByRole("combobox", { name: "Search countries" }).fill("norw");
  await page.getByRole("option", { name: "🇳🇴 Norway" }).click();
  await page.getByLabel("Password", { exact: true }).fill(newPassword);
  await page.getByLabel("Confirm password", { exact: true }).fill(newPassword);
}

/** The steps from the form to the sign-in page. */
export async function register(page: Page, desk: GettingIn, email: string): Promise<void> {
  await page.goto("/register-company");
  await fillCompany(page, email);
  await page.getByRole("button", { name: "Register" }).click();
  await page.getByLabel("Verification code").fill(await desk.code(email));
  await page.getByRole("button", { name: "Verify and register" }).click();
  await expect(page).toHaveURL(/\/login$/);
}

export async function signIn(page: Page, password: string): Promise<void> {
  await page.getByLabel("Password", { exact: true }).fill(password);
  await page.getByRole("button", { name: "Sign in" }).click();
}
