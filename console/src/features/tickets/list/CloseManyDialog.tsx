import { useState } from "react";
import { useTranslation } from "react-i18next";
import { Button } from "../../../ui/Button.tsx";
import { CheckRow } from "../../../ui/CheckRow.tsx";
import { Dialog } from "../../../ui/Dialog.tsx";

type Props = { count: number; busy: boolean; onClose: () => void; onConfirm: (silently: boolean) => void };

/** Asks whether the chosen tickets are closed, and whether silently. */
export function CloseManyDialog({ count, busy, onClose, onConfirm }: Props) {
  const { t } = useTranslation();
  const [silently, setSilently] = useState(false);
  const description = t(silently ? "many.closeSilentHint" : "many.closeHint");
  return (
    <Dialog open onClose={onClose} title={t("many.closeTitle", { count })} description={description}>
      <CheckRow label={t("closing.silently")} checked={silently} onChange={setSilently} className="mt-4" />
      <div className="mt-6 flex justify-end gap-2">
        <Button onClick={onClose}>{t("chat.no")}</Button>
        <Button look="primary" disabled={busy} onClick={() => onConfirm(silently)}>
          {t("chat.yes")}
        </Button>
      </div>
    </Dialog>
  );
}
