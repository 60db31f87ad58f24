import { useTranslation } from "react-i18next";
import { Button } from "../../../ui/Button.tsx";
import { Dialog } from "../../../ui/Dialog.tsx";

type Props = {
  title: string;
  hint: string;
  action: string;
  danger?: boolean;
  busy: boolean;
  onAct: () => void;
  onClose: () => void;
};

/** Says what an action means before it is done. */
export function AskOnce({ title, hint, action, danger = false, busy, onAct, onClose }: Props) {
  const { t } = useTranslation();
  return (
    <Dialog open onClose={onClose} title={title} description={hint}>
      <div className="mt-6 flex flex-wrap justify-end gap-2">
        <Button onClick={onClose}>{t("common.cancel")}</Button>
        <Button look={danger ? "danger" : "primary"} disabled={busy} onClick={onAct}>
          {action}
        </Button>
      </div>
    </Dialog>
  );
}
