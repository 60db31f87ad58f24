import { bubbleLanguages } from "@parley/contract/bubble-languages";
import type { AgentRouting as Routing } from "@parley/contract/routing";
import { routingLimits } from "@parley/contract/routing-words";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { call } from "../../../api/client.ts";
import { keys } from "../../../api/queries.ts";
import { Button } from "../../../ui/Button.tsx";
import { Field } from "../../../ui/Field.tsx";
import { LoadFailed } from "../../../ui/LoadFailed.tsx";
import { MultiSelect } from "../../../ui/MultiSelect.tsx";
import { Skeleton } from "../../../ui/Skeleton.tsx";
import { toast } from "../../../ui/toast.ts";
import { failureText } from "../../session/failure-text.ts";
import { AwayChoice } from "../../tickets/routing/AwayChoice.tsx";
import { tagsQuery } from "../../tickets/tags/tags-query.ts";
import { Labelled } from "../../tickets/views/Labelled.tsx";
import { ShiftFields } from "./ShiftFields.tsx";

/** The form of what routing offers an agent, and of whether they are away. */
export function AgentRouting({ userid }: { userid: string }) {
  const { t } = useTranslation();
  const { data, isError, refetch } = useQuery({
    queryKey: [...keys.routing, userid],
    queryFn: ({ signal }) => call("getAgentRouting", { params: { userid }, signal }),
  });
  return (
    <section aria-label={t("routing.title")} className="rounded-card border border-line bg-pane p-5">
      <h2 className="font-semibold">{t("routing.title")}</h2>
      <p className="mt-0.5 mb-3 text-s text-text-2">{t("routing.agent.hint")}</p>
      <h3 className="mb-1 text-s font-semibold">{t("routing.away.label")}</h3>
      <AwayChoice userid={userid} />
      <div className="mt-4">
        {isError && !data && <LoadFailed text={t("routing.failed")} onRetry={refetch} />}
        {!isError && !data && <Skeleton className="h-28" />}
        {data && <Form key={JSON.stringify(data)} routing={data} />}
      </div>
    </section>
  );
}

function Form({ routing }: { routing: Routing }) {
  const { t, i18n } = useTranslation();
  const cache = useQueryClient();
  const { data: tags } = useQuery(tagsQuery);
  const [draft, setDraft] = useState(routing);
  const names = new Intl.DisplayNames([i18n.language], { type: "language" });
  const save = useMutation({
    mutationFn: (body: Routing) => call("changeAgentRouting", { body }),
    onSuccess: () => {
      toast(t("routing.saved"));
      return cache.invalidateQueries({ queryKey: keys.routing });
    },
    onError: (error) => toast(failureText(error, t), "danger"),
  });
  return (
    <form
      className="grid grid-cols-[minmax(0,1fr)] gap-3"
      onSubmit={(event) => {
        event.preventDefault();
        save.mutate(draft);
      }}
    >
      <Field
        {...{
          name: "capacity",
          type: "number",
          min: 0,
          max: routingLimits.mostCapacity,
          step: 1,
          required: true,
        }}
        label={t("routing.agent.capacity")}
        value={String(draft.capacity)}
        onChange={({ target }) => setDraft({ ...draft, capacity: Number(target.value) })}
      />
      <Labelled label={t("routing.agent.languages")}>
        <MultiSelect
          label={t("routing.agent.languages")}
          values={draft.languages}
          placeholder={t("routing.agent.anyLanguage")}
          options={bubbleLanguages.map((value) => ({ value, label: names.of(value) ?? value }))}
          onChange={(languages) => setDraft({ ...draft, languages: languages as Routing["languages"] })}
          className="w-full"
        />
      </Labelled>
      <Labelled label={t("routing.agent.skills")}>
        <MultiSelect
          label={t("routing.agent.skills")}
          values={draft.skills}
          placeholder={t("routing.agent.noSkills")}
          options={(tags?.tags ?? []).map(({ tagid, name }) => ({ value: tagid, label: name }))}
          onChange={(skills) => setDraft({ ...draft, skills })}
          className="w-full"
        />
      </Labelled>
      <ShiftFields shift={draft.shift} onChange={(shift) => setDraft({ ...draft, shift })} />
      <Button type="submit" look="primary" className="justify-self-start" disabled={save.isPending}>
        {t("routing.apply")}
      </Button>
    </form>
  );
}
