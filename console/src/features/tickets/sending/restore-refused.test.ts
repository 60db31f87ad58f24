import "../../../sample/with-storage.ts";
import { QueryClient } from "@tanstack/react-query";
import { beforeEach, expect, test } from "vitest";
import { keys } from "../../../api/queries.ts";
import { message } from "../../../sample/build.ts";
import { useToasts } from "../../../ui/toast.ts";
import type { ChatState } from "../messages/chat-state.ts";
import { useHeld } from "./guard.ts";
import { put, type Unsent, useOutbox } from "./outbox.ts";
import { restoreAfterWindow } from "./restore-refused.ts";

const quoted = message();
const { ticketid } = quoted;
const cache = new QueryClient();

beforeEach(() => {
  useHeld.setState({}, true);
  useOutbox.setState({ unsent: [] });
  useToasts.setState({ toasts: [] });
  cache.setQueryData<ChatState>(keys.chat(ticketid), { messages: [quoted] });
});

/** A file that is being sent, as an answer to the quoted message. */
function sendFile(name: string): { entry: Unsent; file: File } {
  const file = new File(["7 EUR"], name, { type: "text/plain" });
  const entry: Unsent = {
    messageid: crypto.randomUUID(),
    ticketid,
    content: `Caption of ${name}`,
    writtenOn: quoted.created_on,
    trouble: null,
    seenSeq: 1,
    originalMessageId: quoted.messageid,
    file: { name, size: file.size, type: file.type, progress: 1 },
  };
  put(entry);
  return { entry, file };
}

test("a file refused after the reply window goes back to the composer, with its caption and its quote", () => {
  const { entry, file } = sendFile("bill.txt");
  expect(restoreAfterWindow(cache, entry, file)).toBe(true);
  expect(useHeld.getState()[ticketid]).toEqual({
    news: [],
    replyTo: quoted,
    file,
    caption: "Caption of bill.txt",
  });
  expect(useOutbox.getState().unsent).toEqual([]);
  expect(useToasts.getState().toasts).toHaveLength(1);
});

test("a second file stays in its row, since it would replace the first", () => {
  const [first, second] = [sendFile("one.txt"), sendFile("two.txt")];
  restoreAfterWindow(cache, first.entry, first.file);
  expect(restoreAfterWindow(cache, second.entry, second.file)).toBe(false);
  expect(useHeld.getState()[ticketid]?.file).toBe(first.file);
  expect(useOutbox.getState().unsent).toEqual([second.entry]);
});
