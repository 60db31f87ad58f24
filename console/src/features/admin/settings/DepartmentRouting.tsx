import { platforms } from "@parley/contract/platforms";
import type { DepartmentRouting as Routing } from "@parley/contract/routing";
import { routingModes } from "@parley/contract/routing-words";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { call } from "../../../api/client.ts";
import { keys } from "../../../api/queries.ts";
import { Button } from "../../../ui/Button.tsx";
import { Field } from "../../../ui/Field.tsx";
import { LoadFailed } from "../../../ui/LoadFailed.tsx";
import { Select } from "../../../ui/Select.tsx";
import { Skeleton } from "../../../ui/Skeleton.tsx";
import { toast } from "../../../ui/toast.ts";
import { usePlatformName } from "../../channels/name.ts";
import { failureText } from "../../session/failure-text.ts";
import { Labelled } from "../../tickets/views/Labelled.tsx";

/** The form in which a department says how it offers its waiting tickets to agents. */
export function DepartmentRouting({ departmentid }: { departmentid: string }) {
  const { t } = useTranslation();
  const { data, isError, refetch } = useQuery({
    queryKey: [...keys.routing, "departments"],
    queryFn: ({ signal }) => call("listRouting", { signal }),
  });
  const routing = data?.departments.find((one) => one.departmentid === departmentid);
  return (
    <section
      aria-label={t("routing.title")}
      className="mt-4 rounded-card border border-line bg-pane p-5 max-phone:p-4"
    >
      <h2 className="text-l font-semibold tracking-tight">{t("routing.title")}</h2>
      <p className="mt-0.5 mb-3 text-s text-text-2">{t("routing.hint")}</p>
      {isError && !data && <LoadFailed text={t("routing.failed")} onRetry={refetch} />}
      {!isError && !data && <Skeleton className="h-28" />}
      {routing && <Form key={JSON.stringify(routing)} routing={routing} />}
    </section>
  );
}

function Form({ routing }: { routing: Routing }) {
  const { t } = useTranslation();
  const platformName = usePlatformName();
  const cache = useQueryClient();
  const [draft, setDraft] = useState(routing);
  const save = useMutation({
    mutationFn: (body: Routing) => call("changeRouting", { body }),
    onSuccess: () => {
      toast(t("routing.saved"));
      return cache.invalidateQueries({ queryKey: keys.routing });
    },
    onError: (error) => toast(failureText(error, t), "danger"),
  });
  const number = (name: "offer_minutes" | "previous_days" | "grace_seconds", label: string, most: number) => (
    <Field
      {...{
        name,
        label,
        type: "number",
        min: name === "offer_minutes" ? 1 : 0,
        max: most,
        step: 1,
        required: true,
      }}
      value={String(draft[name])}
      onChange={({ target }) => setDraft({ ...draft, [name]: Number(target.value) })}
    />
  );
  return (
    <form
      className="grid grid-cols-[minmax(0,1fr)] gap-3"
      onSubmit={(event) => {
        event.preventDefault();
        save.mutate(draft);
      }}
    >
      <Labelled label={t("routing.mode")}>
        <Select
          label={t("routing.mode")}
          value={draft.mode}
          options={routingModes.map((value) => ({ value, label: t(`routing.modes.${value}`) }))}
          onChange={(mode) => setDraft({ ...draft, mode })}
          className="w-full"
        />
      </Labelled>
      {draft.mode !== "off" && (
        <>
          {number("offer_minutes", t("routing.minutes"), 1440)}
          {number("previous_days", t("routing.days"), 365)}
          {number("grace_seconds", t("routing.grace"), 3600)}
          <div className="grid grid-cols-2 items-end gap-3 max-phone:grid-cols-1">
            {platforms.map((platform) => (
              <Field
                key={platform}
                {...{ type: "number", min: 0, max: 100, step: 1, required: true }}
                name={platform}
                label={t("routing.weight", { platform: platformName(platform) })}
                value={String(draft.weights[platform] ?? 1)}
                onChange={({ target }) =>
                  setDraft({ ...draft, weights: { ...draft.weights, [platform]: Number(target.value) } })
                }
              />
            ))}
          </div>
        </>
      )}
      <Button type="submit" look="primary" className="justify-self-start" disabled={save.isPending}>
        {t("routing.apply")}
      </Button>
    </form>
  );
}
