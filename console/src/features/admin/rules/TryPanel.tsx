import { ruleLimits } from "@parley/contract/rule-words";
import type { Rule } from "@parley/contract/rules";
import { useTranslation } from "react-i18next";
import { call } from "../../../api/client.ts";
import { TrialPanel } from "../page/TrialPanel.tsx";
import type { Settings } from "./draft.ts";
import { Tried } from "./Tried.tsx";

type Props = {
  /** Null while the rule is not complete. */
  settings: Settings | null;
  /** The rule as it is kept; null for a new one. */
  before: Rule | null;
  refers: Rule["refers"];
  zone: string;
  onIncomplete: () => void;
};

/** Tries the rule on the newest tickets before it is saved. Nothing is changed or sent. */
export function TryPanel({ settings, before, refers, zone, onIncomplete }: Props) {
  const { t } = useTranslation();
  return (
    <TrialPanel
      settings={settings}
      texts={{
        title: t("rules.try"),
        hint: t("rules.tryHint", { max: ruleLimits.tried }),
        run: t("rules.tryNow", { max: ruleLimits.tried }),
        incomplete: t("rules.incomplete"),
        outdated: t("rules.tryOutdated"),
        failed: (reason) => t("rules.tryFailed", { reason }),
      }}
      onTry={({ enabled: _enabled, ...body }) =>
        call("tryRule", { body: { ...body, ...(before && { ruleid: before.ruleid }) } })
      }
      onIncomplete={onIncomplete}
    >
      {(tried, asked, trial) => (
        <Tried
          key={trial}
          tried={tried}
          settings={asked}
          version={before?.version ?? null}
          refers={refers}
          zone={zone}
        />
      )}
    </TrialPanel>
  );
}
