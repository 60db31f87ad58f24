import type { KeyboardEvent } from "react";

/** True if the key belongs to an input method's composition. Safari reports that only through `keyCode`. */
export function isComposing({ nativeEvent }: KeyboardEvent): boolean {
  return nativeEvent.isComposing || nativeEvent.keyCode === 229;
}
