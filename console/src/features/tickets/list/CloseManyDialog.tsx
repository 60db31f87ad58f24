import { useState } from "react";
import { useTranslation } from "react-i18next";
import { Button } from "../../../ui/Button.tsx";
import { Checkbox } from "../../../ui/Checkbox.tsx";
import { Dialog } from "../../../ui/Dialog.tsx";

type Props = { count: number; busy: boolean; onClose: () => void; onConfirm: (silently: boolean) => void };

/** Asks whether the chosen tickets are closed, and whether silently. */
export function CloseManyDialog({ count, busy, onClose, onConfirm }: Props) {
  const { t } = useTranslation();
  const [silently, setSilently] = useState(false);
  const description = t(silently ? "many.closeSilentHint" : "many.closeHint");
  return (
    <Dialog open onClose={onClose} title={t("many.closeTitle", { count })} description={description}>
      <div className="mt-4 flex min-h-11 items-center gap-2.5">
        <Checkbox label={t("closing.silently")} checked={silently} onChange={setSilently} />
        <span aria-hidden="true">{t("closing.silently")}</span>
      </div>
      <div className="mt-6 flex justify-end gap-2">
        <Button onClick={onClose}>{t("chat.no")}</Button>
        <Button look="primary" disabled={busy} onClick={() => onConfirm(silently)}>
          {t("chat.yes")}
        </Button>
      </div>
    </Dialog>
  );
}
