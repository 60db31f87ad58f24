import type { FieldOwner } from "@parley/contract/field-types";
import type { FieldFilter as Filter } from "@parley/contract/field-values";
import { limits } from "@parley/contract/limits";
import { useTranslation } from "react-i18next";
import { useFields } from "../../tickets/fields/fields-query.ts";
import { ColumnFilter } from "./ColumnFilter.tsx";

type Props = { owner: FieldOwner; filter: Filter; onChange: (filter: Filter) => void };

/** Filters rows by a field: those with any value, or with the one that is chosen or typed. */
export function FieldFilter({ owner, filter, onChange }: Props) {
  const { t } = useTranslation();
  const fields = useFields(owner);
  if (fields.length === 0) return null;
  const field = fields.find(({ fieldid }) => fieldid === filter.field);
  const set = (value: string | undefined) => onChange({ field: filter.field, value });
  return (
    <>
      <ColumnFilter
        label={t("fields.title")}
        everything={t("fields.every")}
        value={filter.field}
        options={fields.map(({ fieldid, name }) => ({ value: fieldid, label: name }))}
        onChange={(chosen) => onChange({ field: chosen, value: undefined })}
      />
      {field && (field.type === "choice" || field.type === "yes_no") && (
        <ColumnFilter
          label={field.name}
          everything={t("fields.anyValue")}
          value={filter.value}
          options={
            field.type === "choice"
              ? field.choices.map(({ choiceid, name }) => ({ value: choiceid, label: name }))
              : [
                  { value: "true", label: t("fields.yes") },
                  { value: "false", label: t("fields.no") },
                ]
          }
          onChange={set}
        />
      )}
      {field && field.type !== "choice" && field.type !== "yes_no" && (
        <input
          key={`${field.fieldid} ${filter.value}`}
          type={field.type === "date" ? "date" : "search"}
          aria-label={field.name}
          placeholder={t("fields.anyValue")}
          maxLength={limits.fieldText}
          defaultValue={filter.value}
          onBlur={({ target }) =>
            target.value.trim() !== (filter.value ?? "") && set(target.value.trim() || undefined)
          }
          onKeyDown={(event) => event.key === "Enter" && event.currentTarget.blur()}
          className="h-9 w-44 rounded-m border border-line-strong bg-raised px-3 text-s outline-none placeholder:text-text-3 focus:border-accent-text max-phone:h-11"
        />
      )}
    </>
  );
}
