/**
 * The draft of each ticket, the same on all of the agent's devices. A text that is not saved on the server yet is kept
 * in this browser and takes precedence, so that no other device overwrites it.
 */
import type { Draft, DraftChange, DraftMail } from "@parley/contract/drafts";
import { limits } from "@parley/contract/limits";
import { type QueryClient, queryOptions, useQuery } from "@tanstack/react-query";
import { create } from "zustand";
import { call, Refused, Unreachable } from "../../../api/client.ts";
import { keys } from "../../../api/queries.ts";
import { newId } from "../../../ui/new-id.ts";

const prefix = "parley.draft.";
const mailPrefix = `${prefix}mail.`;
const tab = newId();
/** Milliseconds since the last edit in which a saved draft still counts as being written here. */
const stillWriting = 10_000;

export const draftsQuery = queryOptions({
  queryKey: keys.drafts,
  queryFn: ({ signal }) => call("listDrafts", { signal }),
});

/** `pinned`: the server has it, and has had something newer from another device since. */
type Here = Written & { pinned: boolean };
/** `mail`: the further fields of a mail. */
export type Written = { text: string; mail?: DraftMail | undefined };

/** Drafts edited since the page loaded; older ones are only in the browser's storage. */
const useTouched = create<Record<string, Here>>(() => ({}));

/** The local draft, whatever the server has. */
export function useLocalDraft(ticketid: string): Here | undefined {
  return useTouched((all) => all[ticketid]) ?? keptHere(ticketid);
}

export const localDraft = (ticketid: string) => useTouched.getState()[ticketid] ?? keptHere(ticketid);

const touched = new Map<string, number>();
const timers = new Map<string, ReturnType<typeof setTimeout>>();
const saving = new Set<string>();

/** Changes the draft; an empty one was sent or deleted. */
export function write(cache: QueryClient, ticketid: string, text: string, mail?: DraftMail): void {
  touched.set(ticketid, Date.now());
  keep(ticketid, { text, mail });
  stopTimer(ticketid);
  if (text !== "" || mail) {
    const timer = setTimeout(() => void save(cache, ticketid), limits.draftSavedAfter);
    timers.set(ticketid, timer);
  } else if (!savedDraft(cache, ticketid) && !saving.has(ticketid)) {
    forget(ticketid);
  } else {
    void save(cache, ticketid);
  }
}

/** Keeps a saved draft in this browser: the server no longer lists it, since the ticket has left the agent's sight. */
export function keepInTab(cache: QueryClient, ticketid: string): void {
  const there = savedDraft(cache, ticketid);
  if (there && !localDraft(ticketid)) keep(ticketid, { text: there.content, mail: there.mail });
}

/** The ticket with an unsent text, by the beginning of its id. */
export function ticketWithDraft(cache: QueryClient, start: string): string | undefined {
  const known = [
    ...Object.keys(useTouched.getState()),
    ...Object.keys(localStorage)
      .filter((key) => key.startsWith(prefix) && !key.startsWith(mailPrefix))
      .map((key) => key.slice(prefix.length)),
    ...(cache.getQueryData(draftsQuery.queryKey) ?? []).map(({ ticketid }) => ticketid),
  ];
  return known.find((ticketid) => ticketid.startsWith(start));
}

/** True if the agent has an unsent text in a ticket. */
export function useHasDraft(ticketid: string): boolean {
  const here = useLocalDraft(ticketid);
  const { data: there = "" } = useQuery({
    ...draftsQuery,
    select: (drafts) => drafts.find((draft) => draft.ticketid === ticketid)?.content,
  });
  return (here ? here.text : there).trim() !== "";
}

/** Puts a refused text in front of the present draft. */
export function prependToDraft(cache: QueryClient, ticketid: string, text: string): void {
  const current = localDraft(ticketid)?.text ?? saved(cache, ticketid);
  write(cache, ticketid, [text, current].filter(Boolean).join("\n"));
}

/** Applies a draft saved on any of the agent's devices, this one included. */
export function applyEvent(cache: QueryClient, change: DraftChange): void {
  const { ticketid } = change;
  const before = savedDraft(cache, ticketid);
  const writing = before && Date.now() - (touched.get(ticketid) ?? 0) < stillWriting;
  if (change.tab !== tab && writing && !localDraft(ticketid)) {
    useTouched.setState({ [ticketid]: { text: before.content, mail: before.mail, pinned: true } });
  }
  cache.setQueryData(draftsQuery.queryKey, (old) => applyDraft(old, change));
}

/** Keeps the newest draft of each ticket; an empty one removes it. */
export function applyDraft(drafts: Draft[] | undefined, { tab: _, ...change }: DraftChange) {
  if (!drafts) return drafts;
  const known = drafts.find(({ ticketid }) => ticketid === change.ticketid);
  if (known && known.updated_on > change.updated_on) return drafts;
  const others = drafts.filter((draft) => draft !== known);
  return change.content || change.mail ? [change, ...others] : others;
}

/** Called when writing pauses: saves the local text and shows a newer one from elsewhere. */
export function settle(cache: QueryClient, ticketid: string): void {
  const here = localDraft(ticketid);
  if (here?.pinned) forget(ticketid);
  else if (here) void save(cache, ticketid);
}

/** Deletes all local drafts: another agent signed in. */
export function clearDrafts(): void {
  for (const ticketid of timers.keys()) stopTimer(ticketid);
  useTouched.setState({}, true);
  for (const name of Object.keys(localStorage)) if (name.startsWith(prefix)) localStorage.removeItem(name);
}

/** One request at a time per ticket, so that the last text written is the last to arrive. */
async function save(cache: QueryClient, ticketid: string): Promise<void> {
  stopTimer(ticketid);
  const here = localDraft(ticketid);
  if (!here || here.pinned || saving.has(ticketid)) return;
  const { text: content, mail } = here;
  saving.add(ticketid);
  try {
    const change = await call("saveDraft", { body: { ticketid, content, tab, ...(mail && { mail }) } });
    cache.setQueryData(draftsQuery.queryKey, (old) => applyDraft(old, change));
    // A fetch under way may return without it.
    const known = cache.getQueryData(draftsQuery.queryKey) && !cache.isFetching({ queryKey: keys.drafts });
    if (known && isSame(localDraft(ticketid), here)) forget(ticketid);
  } catch (error) {
    // It stays in this browser until there is a connection, or for good where the ticket is no longer visible.
    if (error instanceof Unreachable) return;
    if (!(error instanceof Refused)) throw error;
  } finally {
    saving.delete(ticketid);
  }
  const newer = localDraft(ticketid);
  if (newer && !isSame(newer, here) && !timers.has(ticketid)) await save(cache, ticketid);
}

function stopTimer(ticketid: string): void {
  clearTimeout(timers.get(ticketid));
  timers.delete(ticketid);
}

function keep(ticketid: string, { text, mail }: Written): void {
  localStorage.setItem(prefix + ticketid, text);
  if (mail) localStorage.setItem(mailPrefix + ticketid, JSON.stringify(mail));
  else localStorage.removeItem(mailPrefix + ticketid);
  useTouched.setState({ [ticketid]: { text, mail, pinned: false } });
}

function forget(ticketid: string): void {
  localStorage.removeItem(prefix + ticketid);
  localStorage.removeItem(mailPrefix + ticketid);
  const { [ticketid]: _, ...rest } = useTouched.getState();
  useTouched.setState(rest, true);
}

function keptHere(ticketid: string): Here | undefined {
  const text = localStorage.getItem(prefix + ticketid);
  if (text === null) return undefined;
  const mail = localStorage.getItem(mailPrefix + ticketid);
  return { text, pinned: false, ...(mail !== null && { mail: JSON.parse(mail) }) };
}

/** The server's draft, as far as it is cached here. */
export const saved = (cache: QueryClient, ticketid: string): string =>
  savedDraft(cache, ticketid)?.content ?? "";

function savedDraft(cache: QueryClient, ticketid: string): Draft | undefined {
  return cache.getQueryData(draftsQuery.queryKey)?.find((draft) => draft.ticketid === ticketid);
}

/** The present text, local or on the server. */
export function currentDraft(cache: QueryClient, ticketid: string): Written | undefined {
  const there = savedDraft(cache, ticketid);
  return localDraft(ticketid) ?? (there && { text: there.content, mail: there.mail });
}

const isSame = (one: Written | undefined, other: Written) =>
  one !== undefined && one.text === other.text && JSON.stringify(one.mail) === JSON.stringify(other.mail);
