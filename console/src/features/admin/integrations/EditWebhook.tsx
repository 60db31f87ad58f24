import { type ProgramEventType, programEventTypes } from "@parley/contract/program-event-kinds";
import { programLimits } from "@parley/contract/program-limits";
import { type WebhookFormat, webhookFormats } from "@parley/contract/webhook-words";
import type { MadeWebhook, Webhook } from "@parley/contract/webhooks";
import { useQuery } from "@tanstack/react-query";
import { type FormEvent, type ReactNode, useState } from "react";
import { useTranslation } from "react-i18next";
import { departmentsQuery } from "../../../api/queries.ts";
import { Button } from "../../../ui/Button.tsx";
import { CheckRow } from "../../../ui/CheckRow.tsx";
import { Dialog } from "../../../ui/Dialog.tsx";
import { Field } from "../../../ui/Field.tsx";
import { LongField } from "../../../ui/LongField.tsx";
import { MultiSelect } from "../../../ui/MultiSelect.tsx";
import { Select } from "../../../ui/Select.tsx";
import { ConditionGroup } from "../../tickets/views/ConditionGroup.tsx";
import { changePart, isComplete, toCondition, toGroup } from "../../tickets/views/editing.ts";
import { useWebhookSettings } from "./webhook-settings.ts";

/** Without a webhook a new one is made. */
type Props = { item?: Webhook; onMade: (made: MadeWebhook) => void; onClose: () => void };

const usual: ProgramEventType[] = ["ticket_create", "ticket_message", "ticket_close"];

export function EditWebhook({ item, onMade, onClose }: Props) {
  const { t } = useTranslation();
  const { create, update } = useWebhookSettings();
  const { data: allDepartments = [] } = useQuery(departmentsQuery);
  const [name, setName] = useState(item?.name ?? "");
  const [url, setUrl] = useState(item?.url ?? "");
  const [format, setFormat] = useState<WebhookFormat>(item?.format ?? "parley");
  const [template, setTemplate] = useState(item?.template ?? "");
  const [types, setTypes] = useState<ProgramEventType[]>(item?.types ?? usual);
  const [departments, setDepartments] = useState(item?.departmentids ?? []);
  const [group, setGroup] = useState(() => toGroup(item?.condition ?? { all: [] }));
  const [batches, setBatches] = useState(item?.batches ?? false);
  const condition = group.parts.length > 0 ? toCondition(group) : null;
  const complete = condition === null || isComplete(condition, "rule");
  function save(event: FormEvent) {
    event.preventDefault();
    const to = {
      ...{ name: name.trim(), url: url.trim(), format, types },
      template: format === "parley" ? null : template.trim() || null,
      departmentids: departments.length > 0 ? departments : null,
      ...{ condition, batches: format === "parley" && batches },
    };
    if (item) update.mutate({ webhookid: item.webhookid, ...to }, { onSuccess: onClose });
    else create.mutate(to, { onSuccess: onMade });
  }
  const empty = name.trim() === "" || url.trim() === "";
  return (
    <Dialog open wide onClose={onClose} title={item ? item.name : t("integrations.hook.new")}>
      <form onSubmit={save} className="mt-4 grid grid-cols-[minmax(0,1fr)] gap-4">
        <Field
          label={t("integrations.name")}
          placeholder={t("integrations.namePlaceholder")}
          required
          maxLength={programLimits.webhookName}
          value={name}
          onChange={({ target }) => setName(target.value)}
        />
        <Field
          label={t("integrations.hook.address")}
          hint={t("integrations.hook.addressHint")}
          type="url"
          required
          maxLength={programLimits.webhookAddress}
          value={url}
          onChange={({ target }) => setUrl(target.value)}
        />
        <Labelled text={t("integrations.hook.types")}>
          <MultiSelect
            label={t("integrations.hook.types")}
            placeholder={t("integrations.hook.noTypes")}
            values={types}
            options={programEventTypes.map((type) => ({ value: type, label: type }))}
            onChange={(chosen) => setTypes(programEventTypes.filter((type) => chosen.includes(type)))}
          />
        </Labelled>
        <Labelled text={t("integrations.departments")}>
          <MultiSelect
            label={t("integrations.departments")}
            placeholder={t("integrations.everyDepartment")}
            values={departments}
            options={allDepartments.map((one) => ({ value: one.departmentid, label: one.department_name }))}
            onChange={setDepartments}
          />
        </Labelled>
        <fieldset className="grid min-w-0 grid-cols-[minmax(0,1fr)] gap-2">
          <legend className="mb-1.5 text-s font-semibold text-text-2">{t("integrations.hook.filter")}</legend>
          <p className="text-xs text-text-3">
            {t(condition ? "integrations.hook.filtered" : "integrations.hook.unfiltered")}
          </p>
          <ConditionGroup
            use="rule"
            group={group}
            refers={item?.refers ?? []}
            onChange={setGroup}
            onPart={(id, change) => setGroup((before) => changePart(before, id, change))}
          />
          <p role="status" className="text-s text-text-2 empty:hidden">
            {!complete && t("views.incomplete")}
          </p>
        </fieldset>
        <Labelled text={t("integrations.hook.format")}>
          <Select
            label={t("integrations.hook.format")}
            value={format}
            options={webhookFormats.map((one) => ({
              value: one,
              label: t(`integrations.hook.formats.${one}`),
            }))}
            onChange={setFormat}
          />
        </Labelled>
        {format === "parley" && (
          <CheckRow
            label={t("integrations.hook.batches", { max: programLimits.webhookBatch })}
            checked={batches}
            onChange={setBatches}
          />
        )}
        {format !== "parley" && (
          <LongField
            label={t("integrations.hook.template")}
            hint={t("integrations.hook.templateHint", {
              variables: ["type", "client", "text", "link"].map((one) => `{{${one}}}`).join(" "),
            })}
            rows={3}
            maxLength={programLimits.webhookTemplate}
            value={template}
            onChange={({ target }) => setTemplate(target.value)}
          />
        )}
        <div className="flex flex-wrap justify-end gap-2">
          <Button onClick={onClose}>{t("common.cancel")}</Button>
          <Button
            look="primary"
            type="submit"
            disabled={empty || !complete || create.isPending || update.isPending}
          >
            {t(item ? "integrations.save" : "integrations.hook.make")}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}

function Labelled({ text, children }: { text: string; children: ReactNode }) {
  return (
    <div className="grid gap-1.5">
      <span aria-hidden="true" className="text-s font-semibold text-text-2">
        {text}
      </span>
      {children}
    </div>
  );
}
