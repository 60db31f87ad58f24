import { limits } from "@parley/contract/limits";
import type { Note } from "@parley/contract/notes";
import { type KeyboardEvent, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { Button } from "../../../ui/Button.tsx";
import { isComposing } from "../../../ui/composing.ts";
import { failureText } from "../../session/failure-text.ts";
import { useAutogrow } from "../composer/autogrow.ts";
import { useInsert } from "../composer/insert.ts";
import { MentionList } from "./MentionList.tsx";
import { useMentions } from "./use-mentions.ts";
import { useEditNote } from "./use-notes.ts";

type Props = { note: Note; onDone: () => void };

/** Changes a note in its place. Enter saves, Escape leaves it as it was. */
export function EditNote({ note, onDone }: Props) {
  const { t } = useTranslation();
  const [text, setText] = useState(note.content);
  const area = useRef<HTMLTextAreaElement>(null);
  const insert = useInsert(area, setText);
  const mentions = useMentions(text, insert, note.mentions);
  const edit = useEditNote(note, onDone);
  useAutogrow(area, text);
  const ready = text.trim() !== "" && text.length <= limits.messageText && !edit.isPending;
  const save = () => {
    const content = text.trim();
    if (ready) edit.mutate({ content, mentions: mentions.of(content) });
  };

  function pressed(event: KeyboardEvent) {
    if (isComposing(event)) return;
    if (mentions.pressed(event)) {
      event.preventDefault();
      return event.stopPropagation();
    }
    if (event.key === "Enter" && !event.shiftKey) {
      event.preventDefault();
      if (!event.repeat) save();
    }
    if (event.key !== "Escape") return;
    event.preventDefault();
    event.stopPropagation();
    onDone();
  }

  return (
    <div className="relative grid gap-2 pt-1.5">
      <MentionList {...mentions.list} />
      <textarea
        ref={area}
        // biome-ignore lint/a11y/noAutofocus: the agent has just chosen to edit it
        autoFocus
        onFocus={({ currentTarget: field }) => field.setSelectionRange(text.length, text.length)}
        rows={2}
        dir="auto"
        value={text}
        aria-label={t("notes.editField")}
        onChange={(event) => {
          setText(event.target.value);
          mentions.typed(event.target);
        }}
        {...mentions.describes}
        onKeyDown={pressed}
        className="field-sizing-content block max-h-60 w-full min-w-[min(24rem,64vw)] resize-none rounded-m border border-note-line bg-pane px-3 py-2 text-m outline-none focus-visible:border-note"
      />
      {edit.error && (
        <p role="alert" className="text-danger">
          {failureText(edit.error, t)}
        </p>
      )}
      <div className="flex justify-end gap-2">
        <Button size="small" look="quiet" onClick={onDone}>
          {t("common.cancel")}
        </Button>
        <Button size="small" disabled={!ready} onClick={save}>
          {t("notes.save")}
        </Button>
      </div>
    </div>
  );
}
