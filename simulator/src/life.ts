import type { Control } from "./control.ts";

export function startLife(_control: Control, _options: { everyMs: number }): { stop(): void } {
  return { stop: () => undefined };
}
