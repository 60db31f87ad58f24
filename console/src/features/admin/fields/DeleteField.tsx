import type { Field } from "@parley/contract/fields";
import { useTranslation } from "react-i18next";
import { Button } from "../../../ui/Button.tsx";
import { Dialog } from "../../../ui/Dialog.tsx";
import { useFieldSettings } from "./field-settings.ts";

type Props = { field: Field; values: number; onClose: () => void };

/** Says how many values are lost before the field is deleted. */
export function DeleteField({ field: { fieldid, name }, values, onClose }: Props) {
  const { t } = useTranslation();
  const { remove } = useFieldSettings();
  return (
    <Dialog
      open
      onClose={onClose}
      title={t("fields.deleteTitle", { name })}
      description={t("fields.deleteHint", { count: values })}
    >
      <div className="mt-6 flex justify-end gap-2">
        <Button onClick={onClose}>{t("common.cancel")}</Button>
        <Button
          look="danger"
          disabled={remove.isPending}
          onClick={() => remove.mutate(fieldid, { onSuccess: onClose })}
        >
          {t("fields.delete")}
        </Button>
      </div>
    </Dialog>
  );
}
