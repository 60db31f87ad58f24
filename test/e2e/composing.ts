/// <reference lib="dom" />
import { expect, type Page } from "@playwright/test";
import type { AgentPage } from "./agent-page.ts";
import type { PhoneClient } from "./phone-client.ts";

/** The client writes while the agent's answer is on its way to the server. */
export async function crossAnswer(agent: AgentPage, client: PhoneClient, words: string): Promise<void> {
  await agent.page.route(
    "**/send-message",
    async (route) => {
      await client.write(words);
      await expect(agent.bubble(words)).toBeVisible();
      await route.continue();
    },
    { times: 1 },
  );
}

/** Drags files of these sizes over the chat. */
export function dropFiles(
  page: Page,
  event: "dragenter" | "dragleave" | "drop",
  sizes: number[],
): Promise<void> {
  return page.evaluate(
    ([type, bytes]) => {
      const dataTransfer = new DataTransfer();
      for (const [index, size] of bytes.entries()) {
        dataTransfer.items.add(new File([new Uint8Array(size)], `file-${index}.bin`));
      }
      const target = document.querySelector('[role="log"]');
      target?.dispatchEvent(new DragEvent(type, { dataTransfer, bubbles: true, cancelable: true }));
    },
    [event, sizes] as const,
  );
}

/** Pastes a picture from the clipboard. */
export function paste(page: Page, base64: string): Promise<void> {
  return page.evaluate((content) => {
    const bytes = Uint8Array.from(atob(content), (character) => character.charCodeAt(0));
    const clipboardData = new DataTransfer();
    clipboardData.items.add(new File([bytes], "map.svg", { type: "image/svg+xml" }));
    const event = new ClipboardEvent("paste", { clipboardData, bubbles: true, cancelable: true });
    document.querySelector("textarea")?.dispatchEvent(event);
  }, base64);
}
