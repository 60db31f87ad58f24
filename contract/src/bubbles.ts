import { z } from "zod";
import { limits } from "./limits.ts";
import { texts } from "./texts.ts";
import { uuid } from "./values.ts";

/** An answer that an agent keeps for using it again. */
export const bubble = z.object({ bubbleid: uuid, name: z.string(), content: z.string() });
export type Bubble = z.infer<typeof bubble>;

export const bubbles = z.array(bubble).max(limits.bubblesPerAgent);

const required = (most: number) => z.string().trim().min(1, texts.emptyField).max(most);

/** Both fields are required. */
export const saveBubble = z.object({
  name: required(limits.bubbleName),
  content: required(limits.messageText),
});
export type SaveBubble = z.input<typeof saveBubble>;
