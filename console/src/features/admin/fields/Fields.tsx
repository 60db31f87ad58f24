import { type FieldOwner, fieldOwners } from "@parley/contract/field-types";
import type { Field } from "@parley/contract/fields";
import { useQuery } from "@tanstack/react-query";
import { CloudOff, Plus } from "lucide-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { Button } from "../../../ui/Button.tsx";
import { Skeleton } from "../../../ui/Skeleton.tsx";
import { PaneState } from "../../../ui/States.tsx";
import { fieldsQuery } from "../../tickets/fields/fields-query.ts";
import { DeleteField } from "./DeleteField.tsx";
import { EditField } from "./EditField.tsx";
import { FieldRow } from "./FieldRow.tsx";
import { fieldUsesQuery, useFieldSettings } from "./field-settings.ts";

type Asked = { what: "edit" | "delete"; field: Field } | { what: "new"; owner: FieldOwner };

/** The fields of tickets and of clients: defined, ordered, changed, archived and deleted. */
export function Fields() {
  const { t } = useTranslation();
  const { data, refetch, isPending } = useQuery(fieldsQuery);
  const { data: uses } = useQuery(fieldUsesQuery);
  const { order, update } = useFieldSettings();
  const [asked, setAsked] = useState<Asked | null>(null);
  const leave = () => setAsked(null);
  if (isPending) return <Skeleton className="h-72 rounded-card" />;
  if (!data)
    return (
      <PaneState alert icon={<CloudOff />} title={t("fields.loadFailed")}>
        <Button onClick={() => refetch()}>{t("common.retry")}</Button>
      </PaneState>
    );
  function move(owner: FieldOwner, fields: Field[], from: number, to: number) {
    const ids = fields.map(({ fieldid }) => fieldid);
    const [moved = ""] = ids.splice(from, 1);
    order.mutate({ owner, fieldids: ids.toSpliced(to, 0, moved) });
  }
  return (
    <div className="grid max-w-3xl grid-cols-[minmax(0,1fr)] gap-6">
      <p className="text-s text-text-2">{t("fields.hint")}</p>
      {fieldOwners.map((owner) => {
        const fields = data.filter((field) => field.owner === owner);
        const title = t(`fields.owner.${owner}`);
        return (
          <section key={owner} aria-label={title} className="grid gap-2">
            <div className="flex items-center gap-2">
              <h3 className="flex-1 font-semibold">{title}</h3>
              <Button icon={<Plus size={16} />} onClick={() => setAsked({ what: "new", owner })}>
                {t("fields.new")}
              </Button>
            </div>
            {fields.length === 0 && <p className="text-s text-text-2">{t("fields.none")}</p>}
            <ul className="grid divide-y divide-line rounded-card border border-line empty:hidden">
              {fields.map((field, at) => (
                <FieldRow
                  key={field.fieldid}
                  field={field}
                  values={uses && (uses.get(field.fieldid) ?? 0)}
                  onUp={at > 0 ? () => move(owner, fields, at, at - 1) : null}
                  onDown={at < fields.length - 1 ? () => move(owner, fields, at, at + 1) : null}
                  onAsk={(what) => setAsked({ what, field })}
                  onArchive={() => update.mutate({ fieldid: field.fieldid, archived: !field.archived_on })}
                />
              ))}
            </ul>
          </section>
        );
      })}
      {asked?.what === "new" && <EditField owner={asked.owner} onClose={leave} />}
      {asked?.what === "edit" && <EditField owner={asked.field.owner} field={asked.field} onClose={leave} />}
      {asked?.what === "delete" && (
        <DeleteField field={asked.field} values={uses?.get(asked.field.fieldid) ?? 0} onClose={leave} />
      )}
    </div>
  );
}
