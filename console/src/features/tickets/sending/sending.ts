/** Sends from the composer to the server: shown at once, then confirmed or failed. */
import type { DraftMail } from "@parley/contract/drafts";
import type { Message } from "@parley/contract/messages";
import type { Scheduled } from "@parley/contract/outgoing";
import type { QueryClient } from "@tanstack/react-query";
import i18n from "i18next";
import { call, Refused } from "../../../api/client.ts";
import { profileQuery } from "../../../api/queries.ts";
import { upload } from "../../../api/upload.ts";
import { newId } from "../../../ui/new-id.ts";
import { toast } from "../../../ui/toast.ts";
import * as chat from "../messages/cache.ts";
import { applyOutgoing } from "../messages/outgoing-cache.ts";
import { arm, type Macro, newRun } from "./extras.ts";
import { seenSeq } from "./last-seen.ts";
import {
  asCall,
  asMailCall,
  asScheduleCall,
  change,
  drop,
  macroOf,
  put,
  type Unsent,
  unreached,
  useOutbox,
} from "./outbox.ts";
import { restoreAfterWindow, restoreRefused } from "./restore-refused.ts";
import { troubleOf } from "./unsent-store.ts";

/** `leaves`: it is sent later, at this time. `now`: it is not held, although the agent's texts are. */
export type Draft = {
  ticketid: string;
  content: string;
  replyTo: Message | null;
  file?: File;
  macro?: Macro | null;
  leaves?: string;
  now?: boolean;
};

const macros = () => import("./macros.ts");

type Upload = { file: File; abort: AbortController };

/** The files being sent, kept as long as the page. */
const uploads = new Map<string, Upload>();

/**
 * The last text being sent, by ticket: the next one waits for it, so that they arrive in the order they were written.
 */
const underWay = new Map<string, Promise<void>>();
/** The uploads of a ticket: a macro that may close or move it waits for them. */
const uploading = new Map<string, Promise<void>>();

export function send(
  cache: QueryClient,
  { ticketid, content, replyTo, file, macro, leaves: chosen, now }: Draft,
): void {
  const leaves = now ? chosen : leavingOf(cache, chosen);
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
    ...(macro && { macro: newRun(macro) }),
  };
  if (file) uploads.set(entry.messageid, { file, abort: new AbortController() });
  put(entry);
  transmitInTurn(cache, entry);
}

/** The chosen time, or in eight seconds where the agent takes back. */
const leavingOf = (cache: QueryClient, chosen?: string): string | undefined =>
  chosen ?? (cache.getQueryData(profileQuery.queryKey)?.takeBack ? "held" : undefined);

type MailToSend = { mail: DraftMail; macro?: Macro | null; leaves?: string | undefined };

export function sendMail(
  cache: QueryClient,
  ticketid: string,
  content: string,
  { mail, macro, leaves: chosen }: MailToSend,
): void {
  const leaves = leavingOf(cache, chosen);
  const entry: Unsent = {
    messageid: newId(),
    ticketid,
    content,
    mail,
    writtenOn: new Date().toISOString(),
    trouble: null,
    seenSeq: seenSeq(ticketid),
    ...(leaves && { leaves }),
    ...(macro && { macro: newRun(macro) }),
  };
  put(entry);
  transmitInTurn(cache, entry);
}

/** Runs a macro that has no text, after the files that were sent with it. */
export async function runMacro(cache: QueryClient, ticketid: string, macro: Macro): Promise<void> {
  const { t } = i18n;
  const failed = (reason: string) => {
    arm(ticketid, macro);
    toast(t("composer.macroFailed", { name: macro.name, reason }), "danger");
  };
  await uploading.get(ticketid);
  if (fileTrouble(ticketid)) return failed(t("composer.macroFiles"));
  const loaded = await macros().catch(() => null);
  if (!loaded) return failed(t("common.unreachable"));
  await loaded.runAlone(cache, ticketid, newRun(macro));
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
  const { ticketid } = entry;
  if (uploads.has(entry.messageid)) {
    const both = Promise.all([uploading.get(ticketid), transmit(cache, entry)]).then(() => undefined);
    uploading.set(ticketid, both);
    return;
  }
  const text = underWay.get(ticketid) ?? Promise.resolve();
  const before = entry.macro ? text.then(() => uploading.get(ticketid)) : text;
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
  const { macro } = entry;
  if (macro && fileTrouble(entry.ticketid)) {
    change(entry.messageid, { trouble: { unreachable: false, reason: i18n.t("composer.macroFiles") } });
    return;
  }
  try {
    const { message, outgoing } = going ? await sendBytes(entry, going) : await sendWords(cache, entry);
    if (message) chat.addMessages(cache, entry.ticketid, [message]);
    if (outgoing) applyOutgoing(cache, { id: outgoing.userid }, outgoing);
    uploads.delete(entry.messageid);
    drop(entry.messageid);
    if (macro && entry.mail && !entry.leaves) await (await macros()).runAlone(cache, entry.ticketid, macro);
  } catch (error) {
    if (going?.abort.signal.aborted) return;
    if (error instanceof Refused && error.answer.code === "client_wrote") {
      uploads.delete(entry.messageid);
      if (macro) arm(entry.ticketid, macro);
      return restoreRefused(cache, entry, error.answer, going?.file);
    }
    if (error instanceof Refused && error.answer.code === "reply_window_closed") {
      if (restoreAfterWindow(cache, entry, going?.file)) {
        if (macro) arm(entry.ticketid, macro);
        uploads.delete(entry.messageid);
        return;
      }
    }
    if (error instanceof Refused && error.answer.reason?.code === "outgoing_dropped")
      // It was taken back before its answer came.
      return drop(entry.messageid);
    if (macro && !entry.mail && error instanceof Refused)
      return (await macros()).restoreMacro(cache, entry, macro, error);
    change(entry.messageid, { trouble: troubleOf(error) });
  }
}

/** A file of the ticket could not be sent: after a closing it could not be sent again. */
const fileTrouble = (ticketid: string): boolean =>
  useOutbox.getState().unsent.some((one) => one.ticketid === ticketid && one.file && one.trouble);

const sent = (message: Message): Scheduled => ({ message, outgoing: null });

async function sendWords(cache: QueryClient, entry: Unsent): Promise<Scheduled> {
  const { leaves } = entry;
  if (entry.mail) {
    const body = asMailCall(entry, entry.mail);
    if (leaves) return call("scheduleMail", { body: { ...body, leaves, ...macroOf(entry) } });
    return sent(await call("sendMail", { body }));
  }
  if (leaves) return call("scheduleMessage", { body: asScheduleCall(entry, leaves) });
  if (entry.macro) return sent(await (await macros()).sendWithMacro(cache, entry, entry.macro));
  return sent(await call("sendMessage", { body: asCall(entry) }));
}

async function sendBytes(entry: Unsent, { file, abort }: Upload): Promise<Scheduled> {
  const { drawStill } = await import("./draw-still.ts");
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
