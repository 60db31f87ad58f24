import { widgetAsks } from "@parley/contract/widget-choices";
import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { departmentsQuery } from "../../../api/queries.ts";
import { Checkbox } from "../../../ui/Checkbox.tsx";
import { Field } from "../../../ui/Field.tsx";
import { Choice } from "./Choice.tsx";
import type { FieldsProps } from "./draft.ts";
import { MailAccount } from "./MailAccount.tsx";
import { Toggle } from "./Toggle.tsx";

const asked = ["name", "email", "topic"] as const;

/** The fields visitors fill in before their first message, and what agents see of them. */
export function VisitorFields({ draft, onChange }: FieldsProps) {
  const { t } = useTranslation();
  const { data: departments = [] } = useQuery(departmentsQuery);
  const chosen = draft.departments;
  return (
    <>
      <fieldset className="grid gap-2">
        <legend className="mb-1.5 text-s font-semibold text-text-2">{t("channelWeb.asks.title")}</legend>
        <div className="grid grid-cols-3 gap-3 max-phone:grid-cols-1">
          {asked.map((field) => (
            <Choice
              key={field}
              label={t(`channelWeb.asks.${field}`)}
              value={draft.asks[field]}
              options={widgetAsks.map((value) => ({ value, label: t(`channelWeb.asks.${value}`) }))}
              onChange={(to) => onChange({ asks: { ...draft.asks, [field]: to } })}
            />
          ))}
        </div>
      </fieldset>
      <fieldset className="grid gap-1.5">
        <legend className="text-s font-semibold text-text-2">{t("channelWeb.departments")}</legend>
        <p className="text-xs text-text-3">{t("channelWeb.departmentsHint")}</p>
        <ul className="grid max-h-48 gap-1 overflow-y-auto rounded-m border border-line p-2.5 empty:hidden">
          {departments.map(({ departmentid, department_name: name }) => (
            <li
              key={departmentid}
              className="flex min-w-0 items-center gap-2.5 py-0.5 text-s max-phone:min-h-11"
            >
              <Checkbox
                label={`${t("channelWeb.departments")}: ${name}`}
                checked={chosen.includes(departmentid)}
                onChange={(on) =>
                  onChange({
                    departments: on
                      ? [...chosen, departmentid]
                      : chosen.filter((one) => one !== departmentid),
                  })
                }
              />
              <span aria-hidden="true" className="truncate">
                {name}
              </span>
            </li>
          ))}
        </ul>
      </fieldset>
      <Toggle
        label={t("channelWeb.page")}
        hint={t("channelWeb.pageHint")}
        checked={draft.page}
        onChange={(page) => onChange({ page })}
      />
      <Toggle
        label={t("channelWeb.others")}
        hint={t("channelWeb.othersHint")}
        checked={draft.others}
        onChange={(others) => onChange({ others })}
      />
      <Toggle
        label={t("channelWeb.faces")}
        hint={t("channelWeb.facesHint")}
        checked={draft.faces}
        onChange={(faces) => onChange({ faces })}
      />
      <MailAccount mail={draft.mail} onChange={(mail) => onChange({ mail })} />
      <Field
        label={t("channelWeb.privacy")}
        type="url"
        value={draft.privacy}
        onChange={({ target }) => onChange({ privacy: target.value })}
        placeholder="https://shop.example/privacy"
        maxLength={500}
        autoComplete="off"
      />
    </>
  );
}
