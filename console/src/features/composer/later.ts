/** What the composer opens, with its texts: fetched when it is wanted, or before when there is time. */
import { needTexts } from "../../i18n/index.ts";

export async function loadEmojiPanel() {
  await needTexts("emoji");
  return { default: (await import("./EmojiPanel.tsx")).EmojiPanel };
}

export async function loadBubblePanel() {
  await needTexts("bubbles");
  return { default: (await import("./BubblePanel.tsx")).BubblePanel };
}
