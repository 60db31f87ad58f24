import type { TableColumns } from "@parley/contract/table-columns";
import { Columns3 } from "lucide-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { Button } from "../../../ui/Button.tsx";
import { CheckRow } from "../../../ui/CheckRow.tsx";
import { Dialog } from "../../../ui/Dialog.tsx";
import { type Column, useChosenColumns } from "./table-columns.ts";

type Props = { list: keyof TableColumns; columns: Column[] };

/** Chooses the columns of a table; each choice takes effect at once and is kept for the agent. */
export function ColumnChoice({ list, columns }: Props) {
  const { t } = useTranslation();
  const [open, setOpen] = useState(false);
  const { chosen, choose } = useChosenColumns(list, columns);
  const close = () => setOpen(false);
  const toggle = (id: string) =>
    choose(columns.filter((one) => chosen.has(one.id) !== (one.id === id)).map((one) => one.id));
  return (
    <>
      <Button icon={<Columns3 size={15} />} aria-haspopup="dialog" onClick={() => setOpen(true)}>
        {t("fields.columns")}
      </Button>
      {open && (
        <Dialog open onClose={close} title={t("fields.columns")}>
          <div className="mt-3 grid max-h-[50dvh] grid-cols-2 gap-x-4 overflow-y-auto max-phone:grid-cols-1">
            {columns.map(({ id, title }) => (
              <CheckRow key={id} label={title} checked={chosen.has(id)} onChange={() => toggle(id)} />
            ))}
          </div>
          <div className="mt-4 flex justify-end">
            <Button onClick={close}>{t("tags.done")}</Button>
          </div>
        </Dialog>
      )}
    </>
  );
}
