/** Applies live events to a ticket's pins. Applying one twice, or to a list that already has it, changes nothing. */
import type { ServerEvents } from "@parley/contract/events";
import type { Pin } from "@parley/contract/pins";

export type PinEvent = {
  [Name in "newPinnedMessage" | "unpinMessage" | "messageUpdate"]: {
    name: Name;
    payload: ServerEvents[Name];
  };
}["newPinnedMessage" | "unpinMessage" | "messageUpdate"];

export function applyToPins(pins: Pin[] | undefined, event: PinEvent): Pin[] | undefined {
  if (!pins) return pins;
  switch (event.name) {
    case "newPinnedMessage":
      return pins.some(isIt(event)) ? pins : [event.payload, ...pins].sort(lastPinnedFirst);
    case "unpinMessage":
      return pins.some(isIt(event)) ? pins.filter((pin) => !isIt(event)(pin)) : pins;
    case "messageUpdate":
      return pins.some(isIt(event))
        ? pins.map((pin) => (isIt(event)(pin) ? update(pin, event.payload) : pin))
        : pins;
  }
}

const isIt =
  ({ payload }: PinEvent) =>
  (pin: Pin) =>
    pin.messageid === payload.messageid;

function update(pin: Pin, { type, content, caption, file_name }: ServerEvents["messageUpdate"]): Pin {
  const edited = content !== undefined || caption !== undefined;
  return {
    ...pin,
    ...(type && { type }),
    ...(edited && { content: content || caption || "" }),
    ...(file_name !== undefined && { fileName: file_name }),
  };
}

/** The server's order. */
function lastPinnedFirst(one: Pin, other: Pin): number {
  if (one.pinned_on !== other.pinned_on) return one.pinned_on < other.pinned_on ? 1 : -1;
  return other.seq - one.seq;
}
