import { test as base, expect } from "@playwright/test";
import { AgentPage } from "./agent-page.ts";
import { PhoneClient } from "./phone-client.ts";

type Fixtures = {
  simulatorUrl: string;
  /** The console in a browser of its own. */
  agent: AgentPage;
  /** Another agent's browser. */
  colleague: AgentPage;
  /** A new client. */
  client: PhoneClient;
};

/** What the network did is the test's own business. */
const aboutNetwork = /^Failed to load resource|^WebSocket connection to .* failed/;

/** Every test fails on an error of the page and on anything its security policy had to stop. */
export const test = base.extend<Fixtures>({
  baseURL: ({ browserName: _ }, use) => use(process.env.DESK_URL),
  simulatorUrl: ({ browserName: _ }, use) => use(process.env.SIMULATOR_URL ?? ""),
  page: async ({ page }, use) => {
    const errors: string[] = [];
    page.on("pageerror", (error) => errors.push(error.message));
    page.on("console", (message) => {
      const text = message.text();
      if (message.type() === "error" && !aboutNetwork.test(text)) errors.push(text);
    });
    await use(page);
    expect(errors).toEqual([]);
  },
  agent: async ({ page }, use) => use(new AgentPage(page)),
  colleague: async ({ browser, baseURL }, use) => {
    const context = await browser.newContext({ baseURL });
    await use(new AgentPage(await context.newPage()));
    await context.close();
  },
  client: async ({ simulatorUrl }, use) => use(await PhoneClient.create(simulatorUrl, "Dimitar")),
});

export { expect };
