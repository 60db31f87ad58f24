import type { AutomaticMessage, AutomaticSettings } from "@parley/contract/automatic";
import { type Occasion, occasions } from "@parley/contract/automatic-text";
import type { Language } from "@parley/contract/sessions";
import { hashKey, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { ArrowLeft } from "lucide-react";
import { type FormEvent, useState } from "react";
import { useTranslation } from "react-i18next";
import { call } from "../../../api/client.ts";
import { channelsQuery, departmentsQuery, keys } from "../../../api/queries.ts";
import { Button } from "../../../ui/Button.tsx";
import { Checkbox } from "../../../ui/Checkbox.tsx";
import { Field } from "../../../ui/Field.tsx";
import { Select } from "../../../ui/Select.tsx";
import { toast } from "../../../ui/toast.ts";
import { usePlatformName } from "../../channels/name.ts";
import { failureText } from "../../session/failure-text.ts";
import { UnsavedBar } from "../../unsaved/UnsavedBar.tsx";
import { leaveForm } from "../../unsaved/unsaved.ts";
import { draftOf, entered, leastDelay, newDraft, unitOf, wrongLanguage } from "./draft.ts";
import { Preview } from "./Preview.tsx";
import { TemplateChoice } from "./TemplateChoice.tsx";
import { Texts } from "./Texts.tsx";
import { TickList } from "./TickList.tsx";

type Props = { message: AutomaticMessage | null; onDone: () => void };

const delayLabels = {
  conversation_begins: "minutesAfter",
  outside_hours: "minutesAfter",
  not_accepted: "waitsFor",
  client_silent: "silentFor",
  closed: "minutesAfter",
} as const satisfies Record<Occasion, string>;

/** Writes an automatic message or changes one. */
export function AutomaticForm({ message, onDone }: Props) {
  const { t, i18n } = useTranslation();
  const { data: channels = [] } = useQuery(channelsQuery);
  const { data: departments = [] } = useQuery(departmentsQuery);
  const [begun] = useState<AutomaticSettings>(() =>
    message ? draftOf(message) : newDraft(i18n.language as Language),
  );
  const [draft, setDraft] = useState(begun);
  const platformName = usePlatformName();
  const [shown, setShown] = useState(draft.default_language);
  const [tried, setTried] = useState(false);
  const change = (to: Partial<AutomaticSettings>) => setDraft((before) => ({ ...before, ...to }));
  const cache = useQueryClient();
  const save = useMutation({
    mutationFn: (body: AutomaticSettings) =>
      message
        ? call("updateAutomatic", { params: { automaticid: message.automaticid }, body })
        : call("createAutomatic", { body }),
    onSuccess: async () => {
      await cache.invalidateQueries({ queryKey: keys.automaticMessages });
      toast(t("automatic.saved"));
      onDone();
    },
  });
  const discard = () => {
    setDraft(begun);
    setTried(false);
    save.reset();
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    const wrong = wrongLanguage(draft);
    if (draft.name.trim() === "") return;
    if (wrong) setShown(wrong);
    else save.mutate(entered(draft));
  };
  const nameMissing = tried && draft.name.trim() === "";
  const { occasion } = draft;
  const unit = unitOf(occasion);
  const chosen = channels.filter(
    ({ channelid }) => draft.channelids.length === 0 || draft.channelids.includes(channelid),
  );
  const withTemplates = channels.filter(({ starts_by }) => starts_by === "template");
  return (
    <form
      onSubmit={submit}
      noValidate
      className="grid max-w-3xl grid-cols-[minmax(0,1fr)] gap-5 rounded-card border border-line bg-pane p-5"
    >
      <div>
        <Button look="quiet" size="small" icon={<ArrowLeft size={15} />} onClick={() => leaveForm(onDone)}>
          {t("automatic.back")}
        </Button>
      </div>
      <Field
        label={t("automatic.name")}
        value={draft.name}
        onChange={({ target }) => change({ name: target.value })}
        required
        refused={nameMissing}
        maxLength={100}
      />
      <div className="grid grid-cols-2 items-end gap-4 max-phone:grid-cols-1">
        <div className="grid gap-1.5">
          <span aria-hidden="true" className="text-s font-semibold text-text-2">
            {t("automatic.occasion")}
          </span>
          <Select
            label={t("automatic.occasion")}
            value={occasion}
            options={occasions.map((one) => ({ value: one, label: t(`automatic.occasions.${one}`) }))}
            onChange={(to) =>
              change({ occasion: to, delay: leastDelay(to) * (to === "client_silent" ? 1_440 : 15) })
            }
            className="h-[46px] max-phone:h-[46px]"
          />
        </div>
        <Field
          label={t(`automatic.${delayLabels[occasion]}`)}
          type="number"
          min={leastDelay(occasion)}
          max={43_200 / unit}
          step={1}
          required
          value={draft.delay / unit}
          onChange={({ target }) => change({ delay: Math.round(Number(target.value) * unit) })}
        />
      </div>
      {occasion === "client_silent" && (
        <p className="flex items-center gap-2.5 text-s">
          <Checkbox
            label={t("automatic.closes")}
            checked={draft.closes}
            onChange={(closes) => change({ closes })}
          />
          <span aria-hidden="true">{t("automatic.closes")}</span>
        </p>
      )}
      <div className="grid grid-cols-2 gap-4 max-phone:grid-cols-1">
        <TickList
          label={t("automatic.channels")}
          choices={channels.map(({ channelid, platform, name }) => [
            channelid,
            `${name} · ${platformName(platform)}`,
          ])}
          ticked={draft.channelids}
          onChange={(channelids) => change({ channelids })}
        />
        <TickList
          label={t("automatic.departments")}
          choices={departments.map(({ departmentid, department_name }) => [departmentid, department_name])}
          ticked={draft.departmentids}
          onChange={(departmentids) => change({ departmentids })}
        />
      </div>
      <Texts draft={draft} language={shown} tried={tried} onLanguage={setShown} onChange={change} />
      <Preview text={draft.texts[shown] ?? ""} language={shown} channels={chosen} />
      {withTemplates.length > 0 && (
        <TemplateChoice accounts={withTemplates} chosen={draft} onChange={change} />
      )}
      <p role="alert" className="text-s whitespace-pre-line text-danger empty:hidden">
        {nameMissing
          ? t("reasons.field_missing", { field: t("automatic.name") })
          : save.error && failureText(save.error, t)}
      </p>
      <UnsavedBar
        changed={!save.isSuccess && hashKey([draft]) !== hashKey([begun])}
        save={t("automatic.save")}
        pending={save.isPending}
        onDiscard={discard}
        onCancel={() => leaveForm(onDone)}
      />
    </form>
  );
}
