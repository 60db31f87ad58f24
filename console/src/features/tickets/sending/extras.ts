/**
 * A bubble brings more than its text: files to be sent with it, and a macro to run when the text is sent. They are kept
 * by place, a ticket's id or `noteIn` of it, as long as the page.
 */

import type { BubbleFile, SharedBubble } from "@parley/contract/shared-bubbles";
import { create } from "zustand";
import { download } from "../../../api/download.ts";
import { newId } from "../../../ui/new-id.ts";

export type Macro = Pick<SharedBubble, "bubbleid" | "name" | "actions" | "updated_on">;
export type ExtraFile = Pick<BubbleFile, "fileid" | "name" | "size"> & {
  from: BubbleFile;
  /** `gone`: it was deleted from the bubble. */
  state: "fetching" | "ready" | "gone" | "failed";
  file: File | null;
};
export type Extras = { files: ExtraFile[]; macro: Macro | null };

/** A macro whose run has an id, so that a repeat is one run. */
export type Run = Macro & { runid: string };
export const newRun = (macro: Macro): Run => ({ ...macro, runid: newId() });

export const useExtras = create<Record<string, Extras>>(() => ({}));
const none: Extras = { files: [], macro: null };

export const extrasAt = (place: string): Extras => useExtras.getState()[place] ?? none;
export const useExtrasAt = (place: string): Extras => useExtras((all) => all[place] ?? none);

function update(place: string, change: (before: Extras) => Extras): void {
  useExtras.setState((all) => ({ ...all, [place]: change(all[place] ?? none) }));
}

export const arm = (place: string, macro: Macro | null): void =>
  update(place, (before) => ({ ...before, macro }));

/** Fetches the files of a bubble; one that is there already stays. */
export function addBubbleFiles(place: string, files: BubbleFile[]): void {
  const known = new Set(extrasAt(place).files.map(({ fileid }) => fileid));
  for (const from of files.filter(({ fileid }) => !known.has(fileid))) {
    const { fileid, name, size } = from;
    const entry: ExtraFile = { fileid, name, size, from, state: "fetching", file: null };
    update(place, (before) => ({ ...before, files: [...before.files, entry] }));
    void fetchInto(place, from);
  }
}

export const fetchAgain = (place: string, from: BubbleFile): void => {
  change(place, from.fileid, { state: "fetching" });
  void fetchInto(place, from);
};

export const removeExtraFile = (place: string, fileid: string): void =>
  update(place, (before) => ({ ...before, files: before.files.filter((file) => file.fileid !== fileid) }));

/** Empties the place, and returns what was there. */
export function consumeExtras(place: string): Extras {
  const { [place]: consumed, ...rest } = useExtras.getState();
  useExtras.setState(rest, true);
  return consumed ?? none;
}

async function fetchInto(place: string, from: BubbleFile): Promise<void> {
  const got = await download(from);
  const fetched = got instanceof File ? { state: "ready" as const, file: got } : { state: got };
  change(place, from.fileid, fetched);
}

function change(place: string, fileid: string, changed: Partial<ExtraFile>): void {
  update(place, (before) => ({
    ...before,
    files: before.files.map((file) => (file.fileid === fileid ? { ...file, ...changed } : file)),
  }));
}
