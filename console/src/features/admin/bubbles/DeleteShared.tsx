import type { SharedBubble } from "@parley/contract/shared-bubbles";
import { useTranslation } from "react-i18next";
import { Button } from "../../../ui/Button.tsx";
import { Dialog } from "../../../ui/Dialog.tsx";
import { useSharedSettings } from "./shared-settings.ts";

type Props = { bubble: SharedBubble; onClose: () => void };

export function DeleteShared({ bubble: { bubbleid, name }, onClose }: Props) {
  const { t } = useTranslation();
  const { remove } = useSharedSettings();
  return (
    <Dialog
      open
      onClose={onClose}
      title={t("bubbles.deleteTitle")}
      description={t("bubbles.deleteSharedHint", { name })}
    >
      <div className="mt-6 flex justify-end gap-2">
        <Button onClick={onClose}>{t("common.cancel")}</Button>
        <Button
          look="danger"
          disabled={remove.isPending}
          onClick={() => remove.mutate(bubbleid, { onSuccess: onClose })}
        >
          {t("bubbles.delete")}
        </Button>
      </div>
    </Dialog>
  );
}
