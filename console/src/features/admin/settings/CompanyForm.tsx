import type { Body } from "@parley/contract/calls/table";
import type { Reason } from "@parley/contract/reasons";
import type { SettingsAnswer } from "@parley/contract/settings";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { type FormEvent, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { call } from "../../../api/client.ts";
import { profileQuery } from "../../../api/queries.ts";
import { CheckRow } from "../../../ui/CheckRow.tsx";
import { Field } from "../../../ui/Field.tsx";
import { faultsOf } from "../../../ui/form-faults.ts";
import { reasonText } from "../../../ui/reason-text.ts";
import { toast } from "../../../ui/toast.ts";
import { failureText, isRefused } from "../../session/failure-text.ts";
import { UnsavedBar } from "../../unsaved/UnsavedBar.tsx";
import { useEdited } from "../../unsaved/unsaved.ts";
import { companySettingsQuery } from "./company-settings.ts";
import { companyStatusKey } from "./company-status.ts";
import { TimeZone } from "./TimeZone.tsx";

export function CompanyForm({ settings }: { settings: SettingsAnswer }) {
  const { t } = useTranslation();
  const form = useRef<HTMLFormElement>(null);
  const [zone, setZone] = useState(settings.time_zone);
  const [elsewhere, setElsewhere] = useState(settings.mentions_elsewhere);
  const [takeBack, setTakeBack] = useState(settings.take_back);
  const [joins, setJoins] = useState(settings.organisations_join);
  const [faults, setFaults] = useState<Reason[]>([]);
  const { edited, watch, forget } = useEdited();
  const change = useChange(forget);
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const found = faultsOf(event.currentTarget);
    setFaults(found);
    change.reset();
    if (found[0]) focusOn(event.currentTarget, found[0]);
    else change.mutate(changesIn(event.currentTarget, { zone, elsewhere, takeBack, joins }, settings));
  };
  const discard = () => {
    form.current?.reset();
    setZone(settings.time_zone);
    setElsewhere(settings.mentions_elsewhere);
    setTakeBack(settings.take_back);
    setJoins(settings.organisations_join);
    setFaults([]);
    change.reset();
    forget();
  };
  const refused = (name: string) =>
    faults.some(({ facts }) => facts.field === name) || isRefused(change.error, name);
  return (
    <form
      ref={form}
      noValidate
      onSubmit={submit}
      onChange={watch}
      aria-label={t("settings.section.company")}
      className="grid gap-4 rounded-card border border-line bg-pane p-5"
    >
      <Field
        label={t("settings.name")}
        name="name"
        defaultValue={settings.name}
        refused={refused("name")}
        required
        maxLength={200}
      />
      <div className="grid gap-1">
        <span className="text-s font-semibold text-text-2">{t("settings.companyId")}</span>
        <code className="font-mono text-s break-all select-all">{settings.company_id}</code>
        <p className="text-xs text-text-3">{t("settings.companyIdHint")}</p>
      </div>
      <div className="grid gap-1">
        <Field
          label={t("settings.slug")}
          name="slug"
          defaultValue={settings.slug}
          refused={refused("slug")}
          required
          minLength={3}
          maxLength={35}
          pattern="[a-z0-9]+(-[a-z0-9]+)*"
          autoCapitalize="none"
          spellCheck={false}
          aria-describedby="slug-hint"
        />
        <p id="slug-hint" className="text-xs text-text-3">
          {t("settings.slugHint")}
        </p>
      </div>
      <TimeZone value={zone} onChange={setZone} />
      <Numeric
        label={t("settings.reopenWindow")}
        hint={t("settings.reopenWindowHint")}
        name="reopen_window_hours"
        defaultValue={settings.reopen_window_hours}
        refused={refused("reopen_window_hours")}
        max={8760}
        required
      />
      <Numeric
        label={t("settings.maxUpload")}
        hint={t("settings.maxUploadHint", { most: settings.server_upload_mb })}
        name="max_upload_mb"
        defaultValue={settings.max_upload_mb ?? ""}
        refused={refused("max_upload_mb")}
        min={1}
        max={settings.server_upload_mb}
      />
      <Numeric
        label={t("settings.takeOver")}
        hint={t("settings.takeOverHint")}
        name="take_over_minutes"
        defaultValue={settings.take_over_minutes ?? ""}
        refused={refused("take_over_minutes")}
        min={1}
        max={1440}
      />
      <HintedCheck
        label={t("settings.mentionsElsewhere")}
        hint={t("settings.mentionsElsewhereHint")}
        checked={elsewhere}
        onChange={setElsewhere}
      />
      <HintedCheck
        label={t("settings.takeBack")}
        hint={t("settings.takeBackHint")}
        checked={takeBack}
        onChange={setTakeBack}
      />
      <HintedCheck
        label={t("settings.organisationsJoin")}
        hint={t("settings.organisationsJoinHint")}
        checked={joins}
        onChange={setJoins}
      />
      <p role="alert" className="text-s whitespace-pre-line text-danger empty:hidden">
        {faults.map((reason) => reasonText(t, reason)).join("\n") ||
          (change.error && failureText(change.error, t))}
      </p>
      <UnsavedBar
        changed={
          edited ||
          zone !== settings.time_zone ||
          elsewhere !== settings.mentions_elsewhere ||
          takeBack !== settings.take_back ||
          joins !== settings.organisations_join
        }
        save={t("settings.save")}
        pending={change.isPending}
        onDiscard={discard}
      />
    </form>
  );
}

function useChange(onSaved: () => void) {
  const { t } = useTranslation();
  const cache = useQueryClient();
  return useMutation({
    mutationFn: (body: Body<"changeSettings">) => call("changeSettings", { body }),
    onSuccess: async (saved) => {
      cache.setQueryData(companySettingsQuery.queryKey, saved);
      onSaved();
      toast(t("settings.saved"));
      await Promise.all(
        [profileQuery.queryKey, companyStatusKey].map((queryKey) => cache.invalidateQueries({ queryKey })),
      );
    },
  });
}

type Chosen = { zone: string; elsewhere: boolean; takeBack: boolean; joins: boolean };

/** A field that is not changed here may have been changed by another administrator, so it is not sent. */
function changesIn(
  form: HTMLFormElement,
  { zone, elsewhere, takeBack, joins }: Chosen,
  settings: SettingsAnswer,
) {
  const given = new FormData(form);
  const orNull = (name: string) => {
    const text = String(given.get(name) ?? "").trim();
    return text === "" ? null : Number(text);
  };
  const wanted = {
    name: given.get("name"),
    slug: given.get("slug"),
    time_zone: zone,
    reopen_window_hours: Number(given.get("reopen_window_hours")),
    max_upload_mb: orNull("max_upload_mb"),
    take_over_minutes: orNull("take_over_minutes"),
    mentions_elsewhere: elsewhere,
    take_back: takeBack,
    organisations_join: joins,
  };
  return Object.fromEntries(
    Object.entries(wanted).filter(([name, value]) => value !== settings[name as keyof typeof wanted]),
  );
}

function focusOn(form: HTMLFormElement, { facts }: Reason) {
  const field = form.elements.namedItem(String(facts.field));
  if (field instanceof HTMLElement) field.focus();
}

type NumericProps = {
  label: string;
  hint: string;
  name: string;
  defaultValue: number | string;
  refused: boolean;
  min?: number;
  max: number;
  required?: boolean;
};

function Numeric({ hint, min = 0, ...field }: NumericProps) {
  const id = `${field.name}-hint`;
  return (
    <div className="grid gap-1">
      <Field type="number" min={min} step={1} aria-describedby={id} {...field} />
      <p id={id} className="text-xs text-text-3">
        {hint}
      </p>
    </div>
  );
}

type CheckProps = { label: string; hint: string; checked: boolean; onChange: (checked: boolean) => void };

function HintedCheck({ hint, ...check }: CheckProps) {
  return (
    <div className="grid gap-1">
      <CheckRow {...check} className="text-s font-semibold" />
      <p className="text-xs text-text-3">{hint}</p>
    </div>
  );
}
