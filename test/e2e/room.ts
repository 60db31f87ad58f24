import type { AgentPage } from "./agent-page.ts";
import { expect } from "./fixtures.ts";

const viewports = [
  { width: 390, height: 844 },
  { width: 1440, height: 900 },
];

/** At most 120 px stand above the messages, on a phone and on a desktop; the desktop size stays. */
export async function expectRoom({ page, chat }: AgentPage): Promise<void> {
  for (const viewport of viewports) {
    await page.setViewportSize(viewport);
    await expect.poll(async () => (await chat.boundingBox())?.y).toBeLessThanOrEqual(120);
  }
}
