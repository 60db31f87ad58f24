/**
 * The drafts of each ticket, a message and a note, the same on all of the agent's devices: each has a place of its own,
 * the ticket's id or `noteIn` of it. A text that is not saved on the server yet is kept
 * in this browser and takes precedence, so that no other device overwrites it.
 */
import type { Draft, DraftChange, DraftMail } from "@parley/contract/drafts";
import { limits } from "@parley/contract/limits";
import type { NoteDraftChange } from "@parley/contract/notes";
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
/** Milliseconds until a save without an answer is tried again; then it waits for the next edit, visit or connection. */
const savedAgainAfter = [2_000, 4_000, 8_000, 16_000, 32_000];

const draftsFrom = (name: "listDrafts" | "listNoteDrafts", queryKey: readonly string[]) =>
  queryOptions({ queryKey, queryFn: ({ signal }): Promise<Draft[]> => call(name, { signal }) });

export const draftsQuery = draftsFrom("listDrafts", keys.drafts);
const noteDraftsQuery = draftsFrom("listNoteDrafts", keys.noteDrafts);

const notePrefix = "note:";

/** The place of a ticket's unsent note. */
export const noteIn = (ticketid: string): string => notePrefix + ticketid;

const isNote = (place: string) => place.startsWith(notePrefix);
const ticketOf = (place: string) => (isNote(place) ? place.slice(notePrefix.length) : place);

/** The server's drafts of the place's kind. */
export const draftsQueryOf = (place: string) => (isNote(place) ? noteDraftsQuery : draftsQuery);

export const draftAt = (place: string, drafts: Draft[] | undefined): Draft | undefined =>
  drafts?.find(({ ticketid }) => ticketid === ticketOf(place));

/** `pinned`: the server has it, and has had something newer from another device since. */
type Here = Written & { pinned: boolean };
/** `mail`: the further fields of a mail. */
export type Written = { text: string; mail?: DraftMail | undefined };

/** Drafts edited since the page loaded; older ones are only in the browser's storage. */
const useTouched = create<Record<string, Here>>(() => ({}));

/** The local draft, whatever the server has. */
export function useLocalDraft(place: string): Here | undefined {
  return useTouched((all) => all[place]) ?? keptHere(place);
}

export const localDraft = (place: string) => useTouched.getState()[place] ?? keptHere(place);

const touched = new Map<string, number>();
const timers = new Map<string, ReturnType<typeof setTimeout>>();
const saving = new Set<string>();
/** Counts the tries after the first for the present text of a place. */
const tries = new Map<string, number>();

/** Changes the draft; an empty one was sent or deleted. */
export function write(cache: QueryClient, place: string, text: string, mail?: DraftMail): void {
  touched.set(place, Date.now());
  tries.delete(place);
  keep(place, { text, mail });
  stopTimer(place);
  if (text !== "" || mail) {
    const timer = setTimeout(() => void save(cache, place), limits.draftSavedAfter);
    timers.set(place, timer);
  } else if (!savedDraft(cache, place) && !saving.has(place)) {
    forget(place);
  } else {
    void save(cache, place);
  }
}

/** Keeps a saved draft in this browser: the server no longer lists it, since the ticket has left the agent's sight. */
export function keepInTab(cache: QueryClient, place: string): void {
  const there = savedDraft(cache, place);
  if (there && !localDraft(place)) keep(place, { text: there.content, mail: there.mail });
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
export const applyEvent = (cache: QueryClient, change: DraftChange): void =>
  applyAt(cache, change.ticketid, change);

/** The same for an unsent note. */
export const applyNoteEvent = (cache: QueryClient, change: NoteDraftChange): void =>
  applyAt(cache, noteIn(change.ticketid), change);

function applyAt(cache: QueryClient, place: string, change: DraftChange): void {
  const before = savedDraft(cache, place);
  const writing = before && Date.now() - (touched.get(place) ?? 0) < stillWriting;
  if (change.tab !== tab && writing && !localDraft(place)) {
    useTouched.setState({ [place]: { text: before.content, mail: before.mail, pinned: true } });
  }
  cache.setQueryData(draftsQueryOf(place).queryKey, (old) => applyDraft(old, change));
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
export function settle(cache: QueryClient, place: string): void {
  const here = localDraft(place);
  if (here?.pinned) forget(place);
  else if (here) void save(cache, place);
}

/** Deletes all local drafts: another agent signed in. */
export function clearDrafts(): void {
  for (const place of timers.keys()) stopTimer(place);
  useTouched.setState({}, true);
  for (const name of Object.keys(localStorage)) if (name.startsWith(prefix)) localStorage.removeItem(name);
}

/** One request at a time per place, so that the last text written is the last to arrive. */
async function save(cache: QueryClient, place: string): Promise<void> {
  stopTimer(place);
  const here = localDraft(place);
  if (!here || here.pinned || saving.has(place)) return;
  const { text: content, mail } = here;
  saving.add(place);
  try {
    const change = await saveAt(place, content, mail);
    const { queryKey } = draftsQueryOf(place);
    cache.setQueryData(queryKey, (old) => applyDraft(old, change));
    // A fetch under way may return without it.
    const known = cache.getQueryData(queryKey) && !cache.isFetching({ queryKey });
    if (!known) saveAgain(cache, place, here);
    else if (isSame(localDraft(place), here)) forget(place);
  } catch (error) {
    // It stays in this browser until the server answers, or for good where the ticket is no longer visible.
    if (error instanceof Unreachable) return saveAgain(cache, place, here);
    if (!(error instanceof Refused)) throw error;
  } finally {
    saving.delete(place);
  }
  const newer = localDraft(place);
  if (newer && !isSame(newer, here) && !timers.has(place)) await save(cache, place);
}

function saveAgain(cache: QueryClient, place: string, here: Written): void {
  const tried = tries.get(place) ?? 0;
  const wait = savedAgainAfter[tried];
  if (wait === undefined || timers.has(place) || !isSame(localDraft(place), here)) return;
  tries.set(place, tried + 1);
  timers.set(
    place,
    setTimeout(() => void save(cache, place), wait),
  );
}

function saveAt(place: string, content: string, mail: DraftMail | undefined): Promise<DraftChange> {
  const body = { ticketid: ticketOf(place), content, tab };
  if (isNote(place)) return call("saveNoteDraft", { body });
  return call("saveDraft", { body: { ...body, ...(mail && { mail }) } });
}

function stopTimer(place: string): void {
  clearTimeout(timers.get(place));
  timers.delete(place);
}

function keep(place: string, { text, mail }: Written): void {
  localStorage.setItem(prefix + place, text);
  if (mail) localStorage.setItem(mailPrefix + place, JSON.stringify(mail));
  else localStorage.removeItem(mailPrefix + place);
  useTouched.setState({ [place]: { text, mail, pinned: false } });
}

function forget(place: string): void {
  localStorage.removeItem(prefix + place);
  localStorage.removeItem(mailPrefix + place);
  const { [place]: _, ...rest } = useTouched.getState();
  useTouched.setState(rest, true);
}

function keptHere(place: string): Here | undefined {
  const text = localStorage.getItem(prefix + place);
  if (text === null) return undefined;
  const mail = localStorage.getItem(mailPrefix + place);
  return { text, pinned: false, ...(mail !== null && { mail: JSON.parse(mail) }) };
}

/** The server's draft, as far as it is cached here. */
export const saved = (cache: QueryClient, place: string): string => savedDraft(cache, place)?.content ?? "";

function savedDraft(cache: QueryClient, place: string): Draft | undefined {
  return draftAt(place, cache.getQueryData(draftsQueryOf(place).queryKey));
}

/** The present text, local or on the server. */
export function currentDraft(cache: QueryClient, ticketid: string): Written | undefined {
  const there = savedDraft(cache, ticketid);
  return localDraft(ticketid) ?? (there && { text: there.content, mail: there.mail });
}

const isSame = (one: Written | undefined, other: Written) =>
  one !== undefined && one.text === other.text && JSON.stringify(one.mail) === JSON.stringify(other.mail);
