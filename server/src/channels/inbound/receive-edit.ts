/** A client's edit. The text of a message may become a file by it, or a file the text again. */
import type { MessageRow } from "../../support/messages/append.ts";
import { changeLastWords } from "../../support/messages/last-words.ts";
import { mediaFields, publishMessageUpdate, recordMessage } from "../../support/messages/publish.ts";
import { recordByClient } from "../../support/messages/record-change.ts";
import type { TicketRow } from "../../support/ticket/access.ts";
import { keepEvent } from "./early-event.ts";
import { changeMessage, lockMessage } from "./known-message.ts";
import {
  appendCaption,
  asFile,
  captionIdOf,
  discardText,
  findTextFile,
  type LongText,
  type TextFile,
} from "./long-text.ts";
import type { EventOf, Receiving } from "./receiving.ts";

type Edit = EventOf<"edit">;

/** An edit older than the one shown changes nothing; one of the same second may be newer, and a repeat is harmless. */
export async function receiveEdit(receiving: Receiving, edit: Edit): Promise<void> {
  const found = await lockMessage(receiving, edit);
  if (!found) return keepEvent(receiving, edit);
  const { ticket, message } = found;
  if (message.is_agent || message.type === "deleted") return;
  if (message.edited_on && message.edited_on > edit.editedOn) return;
  if (message.content === edit.content && message.caption === edit.caption) return;
  const textFile = await findTextFile(receiving, message);
  // A message with its own text has no media; a caption can be edited to nothing.
  if (edit.content && (textFile || !message.file_id))
    return receiveText(receiving, ticket, message, edit, textFile);
  const { longText } = receiving;
  await apply(receiving, ticket, message, {
    content: edit.content && (longText?.beginning ?? edit.content),
    caption: edit.caption && (longText?.beginning ?? edit.caption),
    edited_on: edit.editedOn,
  });
  if (longText) await receiveCaption(receiving, ticket, edit, longText);
}

async function receiveText(
  receiving: Receiving,
  ticket: TicketRow,
  message: MessageRow,
  { content, caption, editedOn }: Edit,
  textFile: TextFile | undefined,
): Promise<void> {
  const { longText } = receiving;
  const next = longText
    ? await asFile(receiving, ticket, longText)
    : { content, caption, ...(textFile && { type: "text" as const, file_id: null }) };
  await apply(receiving, ticket, message, { ...next, edited_on: editedOn });
  if (textFile) await discardText(receiving, textFile);
}

/** A caption that was long before already has its message; one that becomes long gets it at the end. */
async function receiveCaption(
  receiving: Receiving,
  ticket: TicketRow,
  { externalId, editedOn }: Edit,
  longText: LongText,
): Promise<void> {
  const kept = await lockMessage(receiving, { kind: "edit", externalId: captionIdOf(externalId) });
  if (kept) {
    const textFile = await findTextFile(receiving, kept.message);
    const next = await asFile(receiving, ticket, longText);
    await apply(receiving, kept.ticket, kept.message, { ...next, edited_on: editedOn });
    if (textFile) await discardText(receiving, textFile);
    return;
  }
  const appended = await appendCaption(receiving, ticket, externalId, longText);
  await recordMessage(receiving.scope, appended.ticket, appended.message);
}

async function apply(
  receiving: Receiving,
  ticket: TicketRow,
  message: MessageRow,
  change: Parameters<typeof changeMessage>[2],
): Promise<void> {
  const { scope } = receiving;
  const edited = await changeMessage(receiving, message, change);
  await changeLastWords(scope, ticket, edited);
  const fields = ["content", "caption", "edited_on"] as const;
  const all = change.file_id === undefined ? fields : [...fields, "type" as const, ...mediaFields];
  await publishMessageUpdate(scope, ticket, edited, [...all]);
  await recordByClient(scope, ticket, edited, "message_edit");
}
