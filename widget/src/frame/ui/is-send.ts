/** A touch keyboard's Enter is a new line: there is a button beside it. */
const touch = matchMedia("(pointer: coarse)");

/** Enter sends and Shift with Enter is a new line. Enter that confirms a word of an input method is not a send. */
export const isSend = ({ key, shiftKey, isComposing }: KeyboardEvent): boolean =>
  key === "Enter" && !shiftKey && !isComposing && !touch.matches;
