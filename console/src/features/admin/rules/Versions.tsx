import type { Rule, RuleVersions } from "@parley/contract/rules";
import { useQuery } from "@tanstack/react-query";
import { Undo2 } from "lucide-react";
import { useTranslation } from "react-i18next";
import { Button } from "../../../ui/Button.tsx";
import { Dialog } from "../../../ui/Dialog.tsx";
import { LoadFailed } from "../../../ui/LoadFailed.tsx";
import { Skeleton } from "../../../ui/Skeleton.tsx";
import { showDateTime } from "../../../ui/time.ts";
import { toast } from "../../../ui/toast.ts";
import { RuleSentence } from "../../tickets/rules/RuleSentence.tsx";
import { type RuleWords, useRuleWords } from "../../tickets/rules/words.ts";
import { versionsQuery } from "./queries.ts";
import { useRuleSettings } from "./rule-settings.ts";

type Props = { rule: Rule; onClose: () => void };

/** The versions of a rule, the newest first; an earlier one is restored as a new one. */
export function Versions({ rule, onClose }: Props) {
  const { t } = useTranslation();
  const { data, isPending, refetch } = useQuery(versionsQuery(rule.ruleid));
  const { undo } = useRuleSettings();
  const words = useRuleWords(rule.refers);
  function restore(version: number) {
    const onSuccess = () => {
      toast(t("rules.undone", { version }));
      onClose();
    };
    undo.mutate({ ruleid: rule.ruleid, version }, { onSuccess });
  }
  return (
    <Dialog open wide onClose={onClose} title={t("rules.versionsOf", { name: rule.name })}>
      <div className="mt-4">
        {isPending && <Skeleton className="h-40 rounded-m" />}
        {!isPending && !data && <LoadFailed text={t("rules.versionsFailed")} onRetry={() => refetch()} />}
        <ol className="grid grid-cols-[minmax(0,1fr)] divide-y divide-line empty:hidden">
          {data?.versions.map((version, at) => (
            <Version
              key={version.version}
              version={version}
              words={words}
              onUndo={at > 0 ? () => restore(version.version) : null}
              busy={undo.isPending}
            />
          ))}
        </ol>
      </div>
      <div className="mt-5 flex justify-end">
        <Button onClick={onClose}>{t("rules.close")}</Button>
      </div>
    </Dialog>
  );
}

type VersionProps = {
  version: RuleVersions["versions"][number];
  words: RuleWords;
  /** Null for the version that holds. */
  onUndo: (() => void) | null;
  busy: boolean;
};

function Version({ version: given, words, onUndo, busy }: VersionProps) {
  const { t } = useTranslation();
  const { version, name, departmentids, stops, changed_on, changed_by_name } = given;
  const facts = [
    ...(departmentids ? [t("rules.only", { names: words.listed(departmentids.map(words.nameOf)) })] : []),
    ...(stops ? [t("rules.stopsHere")] : []),
  ];
  return (
    <li className="grid gap-1 py-3">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <p className="min-w-0 flex-1 text-s font-semibold break-words">
          {t("rules.version", { version })} <span dir="auto">· {name}</span>
        </p>
        {onUndo ? (
          <Button
            size="small"
            icon={<Undo2 size={14} />}
            disabled={busy}
            aria-label={t("rules.undoTo", { version })}
            onClick={onUndo}
          >
            {t("rules.undo")}
          </Button>
        ) : (
          <span className="text-xs font-semibold text-ok">{t("rules.versionNow")}</span>
        )}
      </div>
      <RuleSentence rule={given} words={words} />
      <p className="text-xs break-words text-text-3 tabular-nums">
        {[...facts, t("rules.changedBy", { name: changed_by_name, time: showDateTime(changed_on) })].join(
          " · ",
        )}
      </p>
    </li>
  );
}
