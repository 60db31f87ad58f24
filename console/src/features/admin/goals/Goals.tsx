import { useQuery } from "@tanstack/react-query";
import { CloudOff, Plus, Timer } from "lucide-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { Button } from "../../../ui/Button.tsx";
import { Dialog } from "../../../ui/Dialog.tsx";
import { Skeleton } from "../../../ui/Skeleton.tsx";
import { PaneState } from "../../../ui/States.tsx";
import { GoalForm } from "./GoalForm.tsx";
import { GoalRow } from "./GoalRow.tsx";
import { goalsQuery, useGoalSettings } from "./queries.ts";

type Asked = { what: "edit" | "delete"; policyid: string } | { what: "new" };

/** The policies in the order in which they are asked; the editor of one replaces the list. */
export function Goals() {
  const { t } = useTranslation();
  const { data, isPending, refetch } = useQuery(goalsQuery);
  const [asked, setAsked] = useState<Asked | null>(null);
  const { order, remove } = useGoalSettings();
  const leave = () => setAsked(null);

  if (isPending) return <Skeleton className="h-72 max-w-4xl rounded-card" />;
  if (!data)
    return (
      <PaneState alert icon={<CloudOff />} title={t("goals.failed")}>
        <Button onClick={() => refetch()}>{t("common.retry")}</Button>
      </PaneState>
    );
  if (asked?.what === "new" || asked?.what === "edit")
    return <GoalForm policyid={asked.what === "edit" ? asked.policyid : null} list={data} onDone={leave} />;
  const { policies, redating } = data;
  const ids = policies.map(({ policyid }) => policyid);
  const swap = (at: number, other: number) => () =>
    order.mutate(ids.with(at, ids[other] ?? "").with(other, ids[at] ?? ""));
  const chosen = asked && policies.find(({ policyid }) => policyid === asked.policyid);
  return (
    <div className="grid max-w-4xl grid-cols-[minmax(0,1fr)] gap-4">
      <div className="flex flex-wrap items-center gap-3">
        <p className="min-w-0 flex-1 basis-60 text-s text-text-2">{t("goals.hint")}</p>
        <Button look="primary" icon={<Plus size={16} />} onClick={() => setAsked({ what: "new" })}>
          {t("goals.add")}
        </Button>
      </div>
      <p role="status" className="text-s text-text-2 empty:hidden">
        {redating && t("goals.redating")}
      </p>
      {policies.length === 0 ? (
        <PaneState icon={<Timer />} title={t("goals.none")} hint={t("goals.noneHint")} />
      ) : (
        <ol
          aria-label={t("settings.section.goals")}
          className="grid grid-cols-[minmax(0,1fr)] divide-y divide-line rounded-card border border-line bg-pane"
        >
          {policies.map((policy, at) => (
            <GoalRow
              key={policy.policyid}
              policy={policy}
              onAsk={(what) => setAsked({ what, policyid: policy.policyid })}
              onUp={at > 0 ? swap(at, at - 1) : null}
              onDown={at < ids.length - 1 ? swap(at, at + 1) : null}
            />
          ))}
        </ol>
      )}
      {chosen && asked?.what === "delete" && (
        <Dialog
          open
          onClose={leave}
          title={t("goals.deleteTitle", { name: chosen.name })}
          description={t("goals.deleteHint")}
        >
          <div className="mt-6 flex justify-end gap-2">
            <Button onClick={leave}>{t("common.cancel")}</Button>
            <Button
              look="danger"
              disabled={remove.isPending}
              onClick={() => remove.mutate(chosen.policyid, { onSuccess: leave })}
            >
              {t("goals.delete")}
            </Button>
          </div>
        </Dialog>
      )}
    </div>
  );
}
