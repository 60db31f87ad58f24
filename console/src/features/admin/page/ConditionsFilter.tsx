import { readCondition } from "@parley/contract/conditions/check";
import type { Use } from "@parley/contract/conditions/fields";
import { leavesOf } from "@parley/contract/conditions/tree";
import { ListFilter, X } from "lucide-react";
import { Suspense, useState } from "react";
import { useTranslation } from "react-i18next";
import { Button } from "../../../ui/Button.tsx";
import { IconButton } from "../../../ui/IconButton.tsx";
import { lazyPart } from "../../../ui/lazy-part.ts";

const ConditionsDialog = lazyPart(
  async () => (await import("./ConditionsDialog.tsx")).ConditionsDialog,
  "views",
  "organisations",
);

type Props = { use: Use; value: string | undefined; onChange: (value: string | undefined) => void };

/** Filters rows by conditions, as views do; the address keeps them as JSON. */
export function ConditionsFilter({ use, value, onChange }: Props) {
  const { t } = useTranslation();
  const [open, setOpen] = useState(false);
  const condition = value === undefined ? null : readCondition(value, use);
  const close = () => setOpen(false);
  return (
    <>
      <Button
        icon={<ListFilter size={15} />}
        aria-haspopup="dialog"
        onClick={() => setOpen(true)}
        className={condition ? "border-transparent bg-accent-soft text-accent-text" : ""}
      >
        {condition
          ? t("fields.conditionsSet", { count: leavesOf(condition).length })
          : t("fields.conditions")}
      </Button>
      {condition && (
        <IconButton label={t("fields.conditionsClear")} onClick={() => onChange(undefined)}>
          <X size={15} />
        </IconButton>
      )}
      {open && (
        <Suspense>
          <ConditionsDialog
            use={use}
            condition={condition}
            onClose={close}
            onApply={(chosen) => {
              onChange(chosen && JSON.stringify(chosen));
              close();
            }}
          />
        </Suspense>
      )}
    </>
  );
}
