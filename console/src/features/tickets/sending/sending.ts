/** Sends from the composer to the server: shown at once, then confirmed or failed. */
import type { DraftMail } from "@parley/contract/drafts";
import type { Message } from "@parley/contract/messages";
import type { Scheduled } from "@parley/contract/outgoing";
import type { QueryClient } from "@tanstack/react-query";
import { call, Refused } from "../../../api/client.ts";
import { profileQuery } from "../../../api/queries.ts";
import { upload } from "../../../api/upload.ts";
import { newId } from "../../../ui/new-id.ts";
import * as chat from "../messages/cache.ts";
import { applyOutgoing } from "../messages/outgoing-cache.ts";
import { drawStill } from "./draw-still.ts";
import { seenSeq } from "./last-seen.ts";
import {
  asCall,
  asMailCall,
  asScheduleCall,
  change,
  drop,
  put,
  type Unsent,
  unreached,
  useOutbox,
} from "./outbox.ts";
import { restoreAfterWindow, restoreRefused } from "./restore-refused.ts";
import { troubleOf } from "./unsent-store.ts";

/** `leaves`: it is sent later, at this time. */
export type Draft = {
  ticketid: string;
  content: string;
  replyTo: Message | null;
  file?: File;
  leaves?: string;
};

type Upload = { file: File; abort: AbortController };

/** The files being sent, kept as long as the page. */
const uploads = new Map<string, Upload>();

/**
 * The last text being sent, by ticket: the next one waits for it, so that they arrive in the order they were written.
 */
const underWay = new Map<string, Promise<void>>();

export function send(cache: QueryClient, { ticketid, content, replyTo, file, leaves: chosen }: Draft): void {
  const leaves = chosen ?? (cache.getQueryData(profileQuery.queryKey)?.takeBack ? "held" : undefined);
  const entry: Unsent = {
    messageid: newId(),
    ticketid,
    content,
    writtenOn: new Date().toISOString(),
    trouble: null,
    seenSeq: seenSeq(ticketid),
    ...(leaves && { leaves }),
    ...(replyTo && { originalMessageId: replyTo.messageid, originalMessage: replyTo.content }),
    ...(file && { file: { name: file.name, size: file.size, type: file.type, progress: 0 } }),
  };
  if (file) uploads.set(entry.messageid, { file, abort: new AbortController() });
  put(entry);
  transmitInTurn(cache, entry);
}

export function sendMail(cache: QueryClient, ticketid: string, content: string, mail: DraftMail): void {
  const entry: Unsent = {
    messageid: newId(),
    ticketid,
    content,
    mail,
    writtenOn: new Date().toISOString(),
    trouble: null,
    seenSeq: seenSeq(ticketid),
  };
  put(entry);
  transmitInTurn(cache, entry);
}

/** Repeats the same id: if the first try arrived, the server answers with its row. */
export function sendAgain(cache: QueryClient, entry: Unsent): void {
  const known = uploads.get(entry.messageid);
  if (known) uploads.set(entry.messageid, { ...known, abort: new AbortController() });
  const again = { ...entry, trouble: null, seenSeq: seenSeq(entry.ticketid) };
  change(entry.messageid, again);
  transmitInTurn(cache, again);
}

/** Sends a file again after a reload, which lost its bytes. */
export function sendFileAgain(cache: QueryClient, entry: Unsent, file: File): void {
  uploads.set(entry.messageid, { file, abort: new AbortController() });
  const { name, size, type } = file;
  sendAgain(cache, { ...entry, file: { name, size, type, progress: 0 } });
}

/**
 * Sends messages that a lost connection kept back. The last seen number stays, so that the reply guard asks the agent
 * where the client has written meanwhile.
 */
export function sendUnreached(cache: QueryClient): void {
  for (const entry of unreached()) {
    change(entry.messageid, { trouble: null });
    transmitInTurn(cache, entry);
  }
}

export function cancelUpload(messageid: string): void {
  uploads.get(messageid)?.abort.abort();
  uploads.delete(messageid);
  drop(messageid);
}

/** An upload does not delay other messages. */
function transmitInTurn(cache: QueryClient, entry: Unsent): void {
  if (uploads.has(entry.messageid)) {
    void transmit(cache, entry);
    return;
  }
  const before = underWay.get(entry.ticketid) ?? Promise.resolve();
  const turn = before.then(() => transmit(cache, entry));
  underWay.set(entry.ticketid, turn);
  void turn.then(() => {
    if (underWay.get(entry.ticketid) === turn) underWay.delete(entry.ticketid);
  });
}

async function transmit(cache: QueryClient, entry: Unsent): Promise<void> {
  // The text before it was refused, and both are back in the composer.
  if (!useOutbox.getState().unsent.some(({ messageid }) => messageid === entry.messageid)) return;
  const going = uploads.get(entry.messageid);
  try {
    const { message, outgoing } = going ? await sendBytes(entry, going) : await sendWords(entry);
    if (message) chat.addMessages(cache, entry.ticketid, [message]);
    if (outgoing) applyOutgoing(cache, outgoing.userid, outgoing);
    uploads.delete(entry.messageid);
    drop(entry.messageid);
  } catch (error) {
    if (going?.abort.signal.aborted) return;
    if (error instanceof Refused && error.answer.code === "client_wrote") {
      uploads.delete(entry.messageid);
      return restoreRefused(cache, entry, error.answer, going?.file);
    }
    if (error instanceof Refused && error.answer.code === "reply_window_closed") {
      if (restoreAfterWindow(cache, entry, going?.file)) {
        uploads.delete(entry.messageid);
        return;
      }
    }
    if (error instanceof Refused && error.answer.reason?.code === "outgoing_dropped")
      // It was taken back before its answer came.
      return drop(entry.messageid);
    change(entry.messageid, { trouble: troubleOf(error) });
  }
}

const sent = (message: Message): Scheduled => ({ message, outgoing: null });

async function sendWords(entry: Unsent): Promise<Scheduled> {
  if (entry.mail) return sent(await call("sendMail", { body: asMailCall(entry, entry.mail) }));
  if (entry.leaves) return call("scheduleMessage", { body: asScheduleCall(entry, entry.leaves) });
  return sent(await call("sendMessage", { body: asCall(entry) }));
}

async function sendBytes(entry: Unsent, { file, abort }: Upload): Promise<Scheduled> {
  const still = await drawStill(file);
  abort.signal.throwIfAborted();
  const { ticketid, messageid, content, seenSeq, originalMessageId, leaves } = entry;
  const { name, size, type } = file;
  const fields = {
    ticketid,
    messageid,
    ...(content && { caption: content }),
    seenSeq,
    ...(originalMessageId && { originalMessageId }),
    ...(still && { still }),
  };
  const how = {
    file,
    signal: abort.signal,
    onProgress: (progress: number) => change(messageid, { file: { name, size, type, progress } }),
  };
  if (leaves) return upload("scheduleFile", { fields: { ...fields, leaves }, ...how });
  return sent(await upload("sendFile", { fields, ...how }));
}
