import type { Body } from "@parley/contract/calls/table";
import type { SettingsAnswer } from "@parley/contract/settings";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { CloudOff } from "lucide-react";
import { type FormEvent, useState } from "react";
import { useTranslation } from "react-i18next";
import { call } from "../../../api/client.ts";
import { profileQuery } from "../../../api/queries.ts";
import { Button } from "../../../ui/Button.tsx";
import { Field } from "../../../ui/Field.tsx";
import { Skeleton } from "../../../ui/Skeleton.tsx";
import { PaneState } from "../../../ui/States.tsx";
import { toast } from "../../../ui/toast.ts";
import { failureText } from "../../session/failure-text.ts";
import { UnsavedMark } from "../../unsaved/UnsavedMark.tsx";
import { companyStatusKey } from "./company-status.ts";
import { Storage } from "./Storage.tsx";
import { TimeZone } from "./TimeZone.tsx";

const settingsKey = ["admin", "settings"];

/** The company's name, its time zone, and its limits. */
export function Company() {
  const { t } = useTranslation();
  const { data, isPending, refetch } = useQuery({
    queryKey: settingsKey,
    queryFn: ({ signal }) => call("getSettings", { signal }),
  });
  if (isPending) return <Skeleton className="h-80 max-w-xl rounded-card" />;
  if (!data) {
    return (
      <PaneState alert icon={<CloudOff />} title={t("settings.companyFailed")}>
        <Button onClick={() => refetch()}>{t("common.retry")}</Button>
      </PaneState>
    );
  }
  return (
    <div className="grid max-w-xl items-start gap-4 compact:max-w-none compact:grid-cols-[minmax(0,1fr)_300px]">
      <Form key={JSON.stringify(data)} settings={data} />
      <Storage />
    </div>
  );
}

function Form({ settings }: { settings: SettingsAnswer }) {
  const { t } = useTranslation();
  const cache = useQueryClient();
  const [zone, setZone] = useState(settings.time_zone);
  const [touched, setTouched] = useState(false);
  const change = useMutation({
    mutationFn: (body: Body<"changeSettings">) => call("changeSettings", { body }),
    onSuccess: async (saved) => {
      cache.setQueryData(settingsKey, saved);
      setTouched(false);
      toast(t("settings.saved"));
      await Promise.all(
        [profileQuery.queryKey, companyStatusKey].map((queryKey) => cache.invalidateQueries({ queryKey })),
      );
    },
  });
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const given = new FormData(event.currentTarget);
    const upload = String(given.get("max_upload_mb") ?? "").trim();
    const wanted = {
      name: given.get("name"),
      slug: given.get("slug"),
      time_zone: zone,
      reopen_window_hours: Number(given.get("reopen_window_hours")),
      max_upload_mb: upload === "" ? null : Number(upload),
    };
    // A field that is not changed here may have been changed by another admin.
    const changes = Object.entries(wanted).filter(
      ([name, value]) => value !== settings[name as keyof typeof wanted],
    );
    change.mutate(Object.fromEntries(changes));
  };
  return (
    <form
      onSubmit={submit}
      onChange={() => setTouched(true)}
      aria-label={t("settings.section.company")}
      className="grid gap-4 rounded-card border border-line bg-pane p-5"
    >
      <Field label={t("settings.name")} name="name" defaultValue={settings.name} required maxLength={200} />
      <div className="grid gap-1">
        <Field
          label={t("settings.companyId")}
          value={settings.company_id}
          readOnly
          aria-describedby="company-id-hint"
        />
        <p id="company-id-hint" className="text-xs text-text-3">
          {t("settings.companyIdHint")}
        </p>
      </div>
      <div className="grid gap-1">
        <Field
          label={t("settings.slug")}
          name="slug"
          defaultValue={settings.slug}
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
        max={8760}
        required
      />
      <Numeric
        label={t("settings.maxUpload")}
        hint={t("settings.maxUploadHint", { most: settings.server_upload_mb })}
        name="max_upload_mb"
        defaultValue={settings.max_upload_mb ?? ""}
        min={1}
        max={settings.server_upload_mb}
      />
      <p role="alert" className="text-s whitespace-pre-line text-danger empty:hidden">
        {change.error && failureText(change.error, t)}
      </p>
      <div className="flex flex-wrap justify-end gap-2">
        <UnsavedMark changed={touched || zone !== settings.time_zone} />
        <Button look="primary" type="submit" disabled={change.isPending}>
          {t("settings.save")}
        </Button>
      </div>
    </form>
  );
}

type NumericProps = {
  label: string;
  hint: string;
  name: string;
  defaultValue: number | string;
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
