import { type BrowserContext, test as base, expect, type Page, type TestInfo } from "@playwright/test";
import { AgentPage } from "./agent-page.ts";
import type { Company } from "./company-plan.ts";
import { desk } from "./control.ts";
import { PhoneClient } from "./phone-client.ts";

type Fixtures = {
  /**
   * True if the browser has service workers. The console's worker fetches all of its files for later, which would be a
   * second of each test; without one the console behaves as over plain http.
   */
  withServiceWorker: boolean;
  simulatorUrl: string;
  /** The test's own company, which no other test sees. */
  company: Company;
  /** The console in a separate browser. */
  agent: AgentPage;
  /** Another agent's browser. */
  colleague: AgentPage;
  /** Opens another browser. */
  newAgentPage: () => Promise<AgentPage>;
  /** A new client. */
  client: PhoneClient;
  /** Opens a client's phone in another browser. */
  openPhone: (client: PhoneClient) => Promise<Page>;
  /** Makes another client. */
  newClient: (firstName: string) => Promise<PhoneClient>;
};

/** The test itself handles network failures. */
const aboutNetwork = /^Failed to load resource|^WebSocket connection to .* failed/;

/** A trace reads each frame with its own scripts, which the frame of a mail does not allow. */
const isAboutTrace = (text: string) =>
  Boolean(process.env.PWTRACE) && /^Blocked script execution in .* frame is sandboxed/.test(text);

/** Prints what a failed test had on screen: the log of a run elsewhere is all that is left of it. */
async function tellScreen(page: Page, { status, expectedStatus, title }: TestInfo): Promise<void> {
  if (status === expectedStatus || page.isClosed()) return;
  const read = page.locator("body").innerText({ timeout: 2_000 });
  const text = await read.catch((error: Error) => error.message);
  const shown = text.replaceAll(/\s*\n\s*/g, " · ").slice(0, 2_000);
  process.stdout.write(`✗ ${title}: on screen at ${page.url()}: ${shown}\n`);
}

const removeServiceWorker = "delete Navigator.prototype.serviceWorker";

/** Every test fails on an error of the page and on a violation of its security policy. */
export const test = base.extend<Fixtures>({
  baseURL: ({ browserName: _ }, use) => use(process.env.DESK_URL),
  simulatorUrl: ({ browserName: _ }, use) => use(process.env.SIMULATOR_URL ?? ""),
  withServiceWorker: [false, { option: true }],
  context: async ({ context, withServiceWorker }, use) => {
    if (!withServiceWorker) await context.addInitScript(removeServiceWorker);
    await use(context);
  },
  page: async ({ page }, use, info) => {
    const errors: string[] = [];
    page.on("pageerror", (error) => errors.push(error.message));
    page.on("console", (message) => {
      const text = message.text();
      if (message.type() !== "error" || aboutNetwork.test(text) || isAboutTrace(text)) return;
      errors.push(text);
    });
    await use(page);
    await tellScreen(page, info);
    // A call that the test holds back or answers itself may still be under way.
    await page.unrouteAll({ behavior: "ignoreErrors" });
    expect(errors).toEqual([]);
  },
  company: async ({ browserName: _ }, use) => {
    const company = await desk.create("Harbour Travel");
    await use(company);
    await desk.leave(company.id);
  },
  agent: async ({ page, company }, use) => use(new AgentPage(page, company)),
  colleague: async ({ newAgentPage }, use) => use(await newAgentPage()),
  newAgentPage: async ({ browser, baseURL, company }, use, info) => {
    const contexts: BrowserContext[] = [];
    await use(async () => {
      const context = await browser.newContext({ ...(baseURL && { baseURL }) });
      await context.addInitScript(removeServiceWorker);
      contexts.push(context);
      return new AgentPage(await context.newPage(), company);
    });
    for (const context of contexts) {
      for (const page of context.pages()) await tellScreen(page, info);
      await context.close();
    }
  },
  openPhone: async ({ browser }, use, info) => {
    const phones: Page[] = [];
    await use(async ({ pageUrl }) => {
      const phone = await browser.newPage();
      phones.push(phone);
      await phone.goto(pageUrl);
      return phone;
    });
    for (const phone of phones) {
      await tellScreen(phone, info);
      await phone.close();
    }
  },
  client: async ({ newClient }, use) => use(await newClient("Dimitar")),
  newClient: async ({ simulatorUrl, company }, use) =>
    use((firstName) => PhoneClient.create(simulatorUrl, company.bot, firstName)),
});

export { expect };
