import { test as base, expect } from "@playwright/test";
import { AgentPage } from "./agent-page.ts";
import type { Company } from "./company-plan.ts";
import { desk } from "./control.ts";
import { PhoneClient } from "./phone-client.ts";

type Fixtures = {
  /**
   * Whether the browser has service workers. The console's fetches all of its files for later, which would be a second of each
   * test; without one the console is what it is over plain http.
   */
  withServiceWorker: boolean;
  simulatorUrl: string;
  /** The test's own company, which no other test sees. */
  company: Company;
  /** The console in a browser of its own. */
  agent: AgentPage;
  /** Another agent's browser. */
  colleague: AgentPage;
  /** A browser more. */
  newAgentPage: () => Promise<AgentPage>;
  /** A new client. */
  client: PhoneClient;
  /** A client more. */
  newClient: (firstName: string) => Promise<PhoneClient>;
};

/** What the network did is the test's own business. */
const aboutNetwork = /^Failed to load resource|^WebSocket connection to .* failed/;

/** A trace reads each frame by scripts of its own, which the frame of a mail does not allow. */
const isAboutTrace = (text: string) =>
  Boolean(process.env.PWTRACE) && /^Blocked script execution in .* frame is sandboxed/.test(text);

const removeServiceWorker = "delete Navigator.prototype.serviceWorker";

/** Every test fails on an error of the page and on anything its security policy had to stop. */
export const test = base.extend<Fixtures>({
  baseURL: ({ browserName: _ }, use) => use(process.env.DESK_URL),
  simulatorUrl: ({ browserName: _ }, use) => use(process.env.SIMULATOR_URL ?? ""),
  withServiceWorker: [false, { option: true }],
  context: async ({ context, withServiceWorker }, use) => {
    if (!withServiceWorker) await context.addInitScript(removeServiceWorker);
    await use(context);
  },
  page: async ({ page }, use) => {
    const errors: string[] = [];
    page.on("pageerror", (error) => errors.push(error.message));
    page.on("console", (message) => {
      const text = message.text();
      if (message.type() !== "error" || aboutNetwork.test(text) || isAboutTrace(text)) return;
      errors.push(text);
    });
    await use(page);
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
  newAgentPage: async ({ browser, baseURL, company }, use) => {
    const contexts: { close(): Promise<void> }[] = [];
    await use(async () => {
      const context = await browser.newContext({ ...(baseURL && { baseURL }) });
      await context.addInitScript(removeServiceWorker);
      contexts.push(context);
      return new AgentPage(await context.newPage(), company);
    });
    for (const context of contexts) await context.close();
  },
  client: async ({ newClient }, use) => use(await newClient("Dimitar")),
  newClient: async ({ simulatorUrl, company }, use) =>
    use((firstName) => PhoneClient.create(simulatorUrl, company.bot, firstName)),
});

export { expect };
