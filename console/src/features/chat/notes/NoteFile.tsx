import { limits } from "@parley/contract/limits";
import { useTranslation } from "react-i18next";
import { failureText } from "../../session/failure-text.ts";
import { FilePreview } from "../composer/FilePreview.tsx";
import { useWriteNote } from "./use-notes.ts";

type Props = { ticketid: string; file: File; onClose: () => void };

/** A file for colleagues, with its text. */
export function NoteFile({ ticketid, file, onClose }: Props) {
  const { t } = useTranslation();
  const write = useWriteNote(ticketid, onClose);
  return (
    <>
      <FilePreview
        file={file}
        note={{ placeholder: t("notes.placeholder"), save: t("notes.saveNote") }}
        busy={write.isPending}
        longestCaption={limits.messageText}
        onCancel={onClose}
        onSend={(content) => write.mutate({ content, file })}
      />
      {write.error && (
        <p role="alert" className="px-2 pt-1.5 text-xs text-danger">
          {failureText(write.error, t)}
        </p>
      )}
    </>
  );
}
