/** Uploads for mails that are being written, by ticket or account. They go on while another chat is open. */
import type { DraftMail } from "@parley/contract/drafts";
import { create } from "zustand";
import { Refused } from "../../../api/client.ts";
import { upload } from "../../../api/upload.ts";
import { newId } from "../../../ui/new-id.ts";
import type { DraftFile } from "./mail-draft.ts";

/** A ticket, or the account over which a conversation begins. */
export type Place = { ticketid: string } | { channelid: string };

export type Uploading = {
  id: string;
  name: string;
  size: number;
  type: string;
  /** The progress from 0 to 1. */
  progress: number;
  trouble: Refused | "unreachable" | "empty" | { tooLarge: number } | null;
};

const useUploads = create<Record<string, Uploading[]>>(() => ({}));
/** The bytes, kept as long as the page. */
const going = new Map<string, { file: File; abort: AbortController; onDone: (file: DraftFile) => void }>();
const none: Uploading[] = [];

const keyOf = (place: Place) => ("ticketid" in place ? place.ticketid : place.channelid);

export const useUploading = (place: Place) => useUploads((all) => all[keyOf(place)] ?? none);

type Options = {
  inline: boolean;
  /** Bytes; larger files, and empty ones, are refused before a byte is sent. */
  most: number;
  onDone: (file: DraftFile) => void;
};

export function addFiles(place: Place, files: File[], { inline, most, onDone }: Options): void {
  for (const file of files) {
    const { name, size, type } = file;
    const id = newId();
    const trouble = size === 0 ? "empty" : size > most ? { tooLarge: most } : null;
    put(place, { id, name, size, type, progress: 0, trouble });
    if (trouble) continue;
    going.set(id, {
      file,
      abort: new AbortController(),
      onDone: (done) => onDone({ ...done, inline }),
    });
    void transmit(place, id);
  }
}

/** Uploads files that stand beside the text. */
export function attachFiles(
  place: Place,
  files: File[],
  most: number,
  onChange: (change: (draft: DraftMail) => DraftMail) => void,
): void {
  const onDone = (file: DraftFile) => onChange((before) => ({ ...before, files: [...before.files, file] }));
  addFiles(place, files, { inline: false, most, onDone });
}

export function cancelUpload(place: Place, id: string): void {
  going.get(id)?.abort.abort();
  drop(place, id);
}

export function uploadAgain(place: Place, id: string): void {
  const known = going.get(id);
  if (!known) return;
  going.set(id, { ...known, abort: new AbortController() });
  change(place, id, { trouble: null, progress: 0 });
  void transmit(place, id);
}

async function transmit(place: Place, id: string): Promise<void> {
  const known = going.get(id);
  if (!known) return;
  const { file, abort, onDone } = known;
  try {
    const done = await upload("uploadMailFile", {
      fields: place,
      file,
      signal: abort.signal,
      onProgress: (progress) => change(place, id, { progress }),
    });
    drop(place, id);
    onDone({ ...done, inline: false });
  } catch (error) {
    if (abort.signal.aborted) return;
    change(place, id, { trouble: error instanceof Refused ? error : "unreachable" });
  }
}

function update(place: Place, next: (uploads: Uploading[]) => Uploading[]): void {
  const key = keyOf(place);
  useUploads.setState((all) => ({ [key]: next(all[key] ?? none) }));
}

const put = (place: Place, one: Uploading) => update(place, (all) => [...all, one]);

const change = (place: Place, id: string, changed: Partial<Uploading>) =>
  update(place, (all) => all.map((one) => (one.id === id ? { ...one, ...changed } : one)));

function drop(place: Place, id: string): void {
  going.delete(id);
  update(place, (all) => all.filter((one) => one.id !== id));
}
