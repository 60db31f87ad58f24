/** Text that is typed and not sent, kept across reloads: by conversation, and of the form. */
import { storageName } from "../address.ts";
import { read, remove, write } from "../storage.ts";

export function saveDraft(of: string, draft: unknown): void {
  const name = storageName(`draft:${of}`);
  if (draft) write(name, JSON.stringify(draft));
  else remove(name);
}

export function recallDraft<Draft>(of: string): Draft | null {
  const stored = read(storageName(`draft:${of}`));
  return stored ? (JSON.parse(stored) as Draft) : null;
}

/** Moves the draft of a conversation that was begun, or begun again, and has its id now. */
export function moveDraft(from: string | null, to: string): void {
  const draft = recallDraft(draftOf(from));
  if (draft === null || recallDraft(draftOf(to)) !== null) return;
  saveDraft(draftOf(to), draft);
  saveDraft(draftOf(from), null);
}

/** The name of a conversation's draft; null: one that is begun here. */
export const draftOf = (conversation: string | null): string => conversation ?? "new";
