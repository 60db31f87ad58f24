import { useTranslation } from "react-i18next";
import { Button } from "../../../ui/Button.tsx";

/** The end of a dialog that only shows something. */
export function Done({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation();
  return (
    <div className="mt-6 flex justify-end">
      <Button look="primary" onClick={onClose}>
        {t("integrations.done")}
      </Button>
    </div>
  );
}
