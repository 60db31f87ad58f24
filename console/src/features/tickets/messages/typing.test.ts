import { limits } from "@parley/contract/limits";
import { QueryClient } from "@tanstack/react-query";
import { beforeEach, expect, test, vi } from "vitest";
import { message } from "../../../sample/build.ts";
import { apply, applyTyping } from "./cache.ts";
import { typingIn } from "./typing.ts";

const { ticketid } = message();
const cache = new QueryClient();
const arrives = (isagent: boolean) => apply(cache, { name: "newMessage", payload: message({ isagent }) });

beforeEach(() => {
  vi.useFakeTimers();
  applyTyping({ ticketid, who: "agent", name: "Mira Halvorsen" });
  return () => vi.useRealTimers();
});

test("typing has no end event, so it expires", () => {
  vi.advanceTimersByTime(limits.typingExpires - 1);
  expect(typingIn(ticketid)?.name).toBe("Mira Halvorsen");
  vi.advanceTimersByTime(1);
  expect(typingIn(ticketid)).toBeUndefined();
});

test("typing ends when the message arrives, and the other side's is unaffected", () => {
  arrives(false);
  expect(typingIn(ticketid)?.name).toBe("Mira Halvorsen");
  arrives(true);
  expect(typingIn(ticketid)).toBeUndefined();
});
