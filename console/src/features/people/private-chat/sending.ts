/** Sends from the panel to the server: shown at once, then confirmed or failed. */
import type { CreatePrivateMessage, PrivateMessage } from "@parley/contract/private-chat";
import type { QueryClient } from "@tanstack/react-query";
import { call } from "../../../api/client.ts";
import { upload } from "../../../api/upload.ts";
import { newId } from "../../../ui/new-id.ts";
import { troubleOf } from "../../tickets/sending/unsent-store.ts";
import { addSent } from "./chat.ts";
import { change, drop, put, type Unsent, unreached } from "./outbox.ts";

type Upload = { file: File; abort: AbortController };

/** The files being sent, kept as long as the page. */
const uploads = new Map<string, Upload>();

/**
 * The last message being sent, by colleague: the next waits for it, so that they arrive in the order they were written.
 */
const underWay = new Map<string, Promise<void>>();

export function send(cache: QueryClient, receiverid: string, content: string, file?: File): void {
  const entry: Unsent = {
    messageid: newId(),
    receiverid,
    content,
    writtenOn: new Date().toISOString(),
    trouble: null,
    ...(file && { file: { name: file.name, size: file.size, type: file.type, progress: 0 } }),
  };
  if (file) uploads.set(entry.messageid, { file, abort: new AbortController() });
  put(entry);
  transmitInTurn(cache, entry);
}

/** Repeats the same id: if the first try arrived, the server answers with its row. */
export function sendAgain(cache: QueryClient, entry: Unsent): void {
  change(entry.messageid, { trouble: null });
  transmitInTurn(cache, entry);
}

/** Sends a file again after a reload, which lost its bytes. */
export function sendFileAgain(cache: QueryClient, entry: Unsent, file: File): void {
  uploads.set(entry.messageid, { file, abort: new AbortController() });
  const { name, size, type } = file;
  const again = { ...entry, trouble: null, file: { name, size, type, progress: 0 } };
  change(entry.messageid, again);
  transmitInTurn(cache, again);
}

/** Sends messages that a lost connection kept back. */
export function sendUnreached(cache: QueryClient): void {
  for (const entry of unreached()) sendAgain(cache, entry);
}

export function giveUp(messageid: string): void {
  uploads.get(messageid)?.abort.abort();
  uploads.delete(messageid);
  drop(messageid);
}

/** An upload does not delay other messages. */
function transmitInTurn(cache: QueryClient, entry: Unsent): void {
  const before = (!entry.file && underWay.get(entry.receiverid)) || Promise.resolve();
  const turn = before.then(() => transmit(cache, entry));
  if (!entry.file) underWay.set(entry.receiverid, turn);
}

async function transmit(cache: QueryClient, entry: Unsent): Promise<void> {
  const going = uploads.get(entry.messageid);
  try {
    const { receiverid, content, messageid } = entry;
    const body: CreatePrivateMessage = { receiverid, content, messageid, type: "text" };
    const message = going ? await sendBytes(entry, going) : await call("sendPrivateMessage", { body });
    addSent(cache, message);
    giveUp(entry.messageid);
  } catch (error) {
    if (going?.abort.signal.aborted) return;
    change(entry.messageid, { trouble: troubleOf(error) });
  }
}

function sendBytes(
  { receiverid, messageid, content }: Unsent,
  { file, abort }: Upload,
): Promise<PrivateMessage> {
  const { name, size, type } = file;
  return upload("sendPrivateFile", {
    fields: { receiverid, messageid, content },
    file,
    signal: abort.signal,
    onProgress: (progress) => change(messageid, { file: { name, size, type, progress } }),
  });
}
