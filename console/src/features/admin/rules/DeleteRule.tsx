import type { Rule } from "@parley/contract/rules";
import { useTranslation } from "react-i18next";
import { Button } from "../../../ui/Button.tsx";
import { Dialog } from "../../../ui/Dialog.tsx";
import { useRuleSettings } from "./rule-settings.ts";

type Props = { rule: Rule; onClose: () => void };

export function DeleteRule({ rule: { ruleid, name }, onClose }: Props) {
  const { t } = useTranslation();
  const { remove } = useRuleSettings();
  return (
    <Dialog
      open
      onClose={onClose}
      title={t("rules.deleteTitle", { name })}
      description={t("rules.deleteHint")}
    >
      <div className="mt-6 flex justify-end gap-2">
        <Button onClick={onClose}>{t("common.cancel")}</Button>
        <Button
          look="danger"
          disabled={remove.isPending}
          onClick={() => remove.mutate(ruleid, { onSuccess: onClose })}
        >
          {t("rules.delete")}
        </Button>
      </div>
    </Dialog>
  );
}
