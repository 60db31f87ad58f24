import { useTranslation } from "react-i18next";
import { Dialog } from "../../../ui/Dialog.tsx";
import { SetUpTwoStep } from "../two-step/SetUpTwoStep.tsx";

export function SetUpDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation();
  return (
    <Dialog open onClose={onClose} title={t("twoStep.setUpTitle")}>
      <SetUpTwoStep onDone={onClose} onCancel={onClose} />
    </Dialog>
  );
}
