import { limits } from "@parley/contract/limits";
import { type KeyboardEvent, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { isComposing } from "../../../ui/composing.ts";
import { failureText } from "../../session/failure-text.ts";
import { CaptionField } from "../composer/CaptionField.tsx";
import { FilePreview } from "../composer/FilePreview.tsx";
import { useInsert } from "../composer/insert.ts";
import { MentionList } from "./MentionList.tsx";
import { useMentions } from "./use-mentions.ts";
import { useWriteNote } from "./use-notes.ts";

type Props = { ticketid: string; file: File; onClose: () => void };

/** A file for colleagues, with its text. */
export function NoteFile({ ticketid, file, onClose }: Props) {
  const { t } = useTranslation();
  const [text, setText] = useState("");
  const field = useRef<HTMLInputElement>(null);
  const mentions = useMentions(text, useInsert(field, setText));
  const write = useWriteNote(ticketid, onClose);

  function pressed(event: KeyboardEvent, saves: (event: KeyboardEvent) => void) {
    if (isComposing(event) || !mentions.pressed(event)) return saves(event);
    // Escape closes the offer and must not also discard the file.
    event.preventDefault();
    event.stopPropagation();
  }

  return (
    <>
      <FilePreview
        file={file}
        note={{
          text,
          save: t("notes.saveNote"),
          field: (saves) => (
            <div className="relative">
              <MentionList {...mentions.list} />
              <CaptionField
                ref={field}
                value={text}
                maxLength={limits.messageText}
                label={t("composer.note")}
                placeholder={t("notes.placeholder")}
                {...mentions.describes}
                onChange={(event) => {
                  setText(event.target.value);
                  mentions.typed(event.target);
                }}
                onKeyDown={(event) => pressed(event, saves)}
              />
            </div>
          ),
        }}
        busy={write.isPending}
        onCancel={onClose}
        onSend={(content) => write.mutate({ content, file, mentions: mentions.of(content) })}
      />
      {write.error && (
        <p role="alert" className="px-2 pt-1.5 text-xs text-danger">
          {failureText(write.error, t)}
        </p>
      )}
    </>
  );
}
