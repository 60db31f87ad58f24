import { useQuery } from "@tanstack/react-query";
import { CloudOff, Plus, Workflow } from "lucide-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { Button } from "../../../ui/Button.tsx";
import { Skeleton } from "../../../ui/Skeleton.tsx";
import { PaneState } from "../../../ui/States.tsx";
import { DeleteRule } from "./DeleteRule.tsx";
import { rulesQuery } from "./queries.ts";
import { RuleForm } from "./RuleForm.tsx";
import { RuleRow } from "./RuleRow.tsx";
import { useReorder } from "./reorder.ts";
import { useRuleSettings } from "./rule-settings.ts";
import { Versions } from "./Versions.tsx";

type Asked = { what: "edit" | "delete" | "versions"; ruleid: string } | { what: "new" };

/** The rules in the order in which they are asked; the editor of one replaces the list. */
export function Rules() {
  const { t } = useTranslation();
  const { data, isPending, refetch } = useQuery(rulesQuery);
  const [asked, setAsked] = useState<Asked | null>(null);
  const [said, setSaid] = useState("");
  const { order, toggle } = useRuleSettings();
  const rules = data?.rules ?? [];
  const { list, ids, dragged, move, gripOf, onList } = useReorder(
    rules.map(({ ruleid }) => ruleid),
    put,
  );
  const leave = () => setAsked(null);
  function put(ruleids: string[], moved: string) {
    order.mutate(ruleids);
    const name = rules.find(({ ruleid }) => ruleid === moved)?.name ?? "";
    setSaid(t("rules.moved", { name, place: ruleids.indexOf(moved) + 1, count: ruleids.length }));
  }

  if (isPending) return <Skeleton className="h-72 max-w-4xl rounded-card" />;
  if (!data)
    return (
      <PaneState alert icon={<CloudOff />} title={t("rules.failed")}>
        <Button onClick={() => refetch()}>{t("common.retry")}</Button>
      </PaneState>
    );
  // A rule that is deleted elsewhere leaves its editor open: what is typed there is kept.
  if (asked?.what === "new" || asked?.what === "edit")
    return <RuleForm ruleid={asked.what === "edit" ? asked.ruleid : null} list={data} onDone={leave} />;
  const chosen = asked && rules.find(({ ruleid }) => ruleid === asked.ruleid);
  return (
    <div className="grid max-w-4xl grid-cols-[minmax(0,1fr)] gap-4">
      <div className="flex flex-wrap items-center gap-3">
        <p className="min-w-0 flex-1 basis-60 text-s text-text-2">{t("rules.hint")}</p>
        <Button look="primary" icon={<Plus size={16} />} onClick={() => setAsked({ what: "new" })}>
          {t("rules.add")}
        </Button>
      </div>
      {rules.length === 0 ? (
        <PaneState icon={<Workflow />} title={t("rules.none")} hint={t("rules.noneHint")} />
      ) : (
        <ol
          ref={list}
          {...onList}
          aria-label={t("settings.section.rules")}
          className="grid grid-cols-[minmax(0,1fr)] divide-y divide-line rounded-card border border-line bg-pane"
        >
          {ids.flatMap((ruleid, at) => {
            const rule = rules.find((one) => one.ruleid === ruleid);
            if (!rule) return [];
            const to = (place: number) => () => put(move(ruleid, place), ruleid);
            return (
              <RuleRow
                key={ruleid}
                rule={rule}
                place={at + 1}
                dragged={ruleid === dragged}
                grip={gripOf(ruleid)}
                onSwitch={(enabled) => toggle.mutate({ ruleid, enabled })}
                onAsk={(what) => setAsked({ what, ruleid })}
                onUp={at > 0 ? to(at - 1) : null}
                onDown={at < ids.length - 1 ? to(at + 1) : null}
              />
            );
          })}
        </ol>
      )}
      <p role="status" className="sr-only">
        {said}
      </p>
      {chosen && asked?.what === "delete" && <DeleteRule rule={chosen} onClose={leave} />}
      {chosen && asked?.what === "versions" && <Versions rule={chosen} onClose={leave} />}
    </div>
  );
}
