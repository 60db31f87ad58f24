import type { KeyboardEvent } from "react";

/** Whether a key belongs to an input method that is choosing a word. Safari says so only by the old code. */
export function isComposing({ nativeEvent }: KeyboardEvent): boolean {
  return nativeEvent.isComposing || nativeEvent.keyCode === 229;
}
