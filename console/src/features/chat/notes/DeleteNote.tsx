import type { Note } from "@parley/contract/notes";
import { useTranslation } from "react-i18next";
import { Button } from "../../../ui/Button.tsx";
import { Dialog } from "../../../ui/Dialog.tsx";
import { failureText } from "../../session/failure-text.ts";
import { useDeleteNote } from "./use-notes.ts";

type Props = { note: Note; onClose: () => void };

/** Asks first: text and file do not come back. */
export function DeleteNote({ note, onClose }: Props) {
  const { t } = useTranslation();
  const erase = useDeleteNote(note, onClose);
  return (
    <Dialog open onClose={onClose} title={t("notes.deleteTitle")} description={t("notes.deleteHint")}>
      {erase.error && (
        <p role="alert" className="mt-3 text-s text-danger">
          {failureText(erase.error, t)}
        </p>
      )}
      <div className="mt-6 flex justify-end gap-2">
        <Button onClick={onClose}>{t("common.cancel")}</Button>
        <Button look="danger" disabled={erase.isPending} onClick={() => erase.mutate()}>
          {t("notes.delete")}
        </Button>
      </div>
    </Dialog>
  );
}
