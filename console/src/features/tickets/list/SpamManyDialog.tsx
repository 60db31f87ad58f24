import { useState } from "react";
import { useTranslation } from "react-i18next";
import { Button } from "../../../ui/Button.tsx";
import { Checkbox } from "../../../ui/Checkbox.tsx";
import { Dialog } from "../../../ui/Dialog.tsx";
import { useViewer } from "../../session/viewer.ts";

type Props = { count: number; busy: boolean; onClose: () => void; onConfirm: (block: boolean) => void };

/** Asks whether the chosen tickets are spam, and those who may block clients whether theirs are blocked. */
export function SpamManyDialog({ count, busy, onClose, onConfirm }: Props) {
  const { t } = useTranslation();
  const mayBlock = useViewer().abilities.has("manageClients");
  const [block, setBlock] = useState(false);
  return (
    <Dialog
      open
      onClose={onClose}
      title={t("many.spamTitle", { count })}
      description={t("many.spamHint", { count })}
    >
      {mayBlock && (
        <div className="mt-4 flex min-h-11 items-center gap-2.5">
          <Checkbox label={t("many.blockAll")} checked={block} onChange={setBlock} />
          <span aria-hidden="true">{t("many.blockAll")}</span>
        </div>
      )}
      <div className="mt-6 flex justify-end gap-2">
        <Button onClick={onClose}>{t("common.cancel")}</Button>
        <Button look="primary" disabled={busy} onClick={() => onConfirm(block)}>
          {t("many.action.spam")}
        </Button>
      </div>
    </Dialog>
  );
}
