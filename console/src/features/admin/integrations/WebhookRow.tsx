import type { Condition } from "@parley/contract/conditions/tree";
import type { WebhookState } from "@parley/contract/webhook-words";
import type { Webhook } from "@parley/contract/webhooks";
import { Ellipsis, ListChecks, Pause, Pencil, Play, RefreshCw, Trash2 } from "lucide-react";
import { useTranslation } from "react-i18next";
import { ActionMenu } from "../../../ui/ActionMenu.tsx";
import { Button } from "../../../ui/Button.tsx";
import { IconButton } from "../../../ui/IconButton.tsx";
import { showDateTime } from "../../../ui/time.ts";
import { useRuleWords } from "../../tickets/rules/words.ts";

export type WebhookAction = "edit" | "log" | "rotate" | "remove" | "start" | "pause";
type Props = { item: Webhook; starting: boolean; onAct: (what: WebhookAction) => void };

const colours: Record<WebhookState, string> = {
  working: "text-ok",
  failing: "text-warn",
  parked: "text-danger",
};

/** A webhook with its state, how far it is behind, and what can be done. */
export function WebhookRow({ item, starting, onAct }: Props) {
  const { t } = useTranslation();
  const { name, url, state, behind, last_sent_on, parked_on, failing_since, restored_on, condition } = item;
  const since = state === "parked" ? parked_on : failing_since;
  return (
    <li className="flex min-h-14 items-start gap-3 py-2.5 pr-1.5 pl-4">
      <div className="grid min-w-0 flex-1 gap-0.5">
        <p className="text-s font-semibold break-words">
          {name} <span className={`text-xs ${colours[state]}`}>{t(`integrations.hook.state.${state}`)}</span>
        </p>
        <p className="font-mono text-xs break-all text-text-2">{url}</p>
        {condition && <Filter condition={condition} refers={item.refers} />}
        <p className="text-xs text-text-3 tabular-nums">
          {t("integrations.hook.behind", { number: behind })}
          {" · "}
          {last_sent_on
            ? t("integrations.hook.lastSent", { time: showDateTime(last_sent_on) })
            : t("integrations.hook.neverSent")}
        </p>
        {since && (
          <p className="text-xs text-text-2">
            {t(`integrations.hook.${state === "parked" ? "parkedSince" : "failingSince"}`, {
              time: showDateTime(since),
            })}
          </p>
        )}
        {restored_on && <p className="text-xs text-warn">{t("integrations.hook.restored")}</p>}
        {(state === "parked" || restored_on) && (
          <div className="mt-1.5">
            <Button size="small" icon={<Play size={14} />} disabled={starting} onClick={() => onAct("start")}>
              {t("integrations.hook.start")}
            </Button>
          </div>
        )}
      </div>
      <ActionMenu
        side="bottom"
        align="end"
        trigger={
          <IconButton label={t("integrations.more", { name })}>
            <Ellipsis size={17} />
          </IconButton>
        }
        actions={[
          { id: "log", Icon: ListChecks, label: t("integrations.hook.log"), act: () => onAct("log") },
          { id: "edit", Icon: Pencil, label: t("integrations.edit"), act: () => onAct("edit") },
          ...(state === "parked"
            ? []
            : [
                {
                  ...{ id: "pause", Icon: Pause, label: t("integrations.hook.pause") },
                  act: () => onAct("pause"),
                },
              ]),
          { id: "rotate", Icon: RefreshCw, label: t("integrations.rotate"), act: () => onAct("rotate") },
          { id: "remove", Icon: Trash2, label: t("integrations.hook.remove"), act: () => onAct("remove") },
        ]}
      />
    </li>
  );
}

/** The condition in words, and what it names and is gone. */
function Filter({ condition, refers }: { condition: Condition; refers: Webhook["refers"] }) {
  const { t } = useTranslation();
  const asked = useRuleWords(refers).asked(condition);
  const gone = refers.flatMap(({ gone: isGone, name }) => (isGone ? [name ?? t("views.goneUnnamed")] : []));
  return (
    <>
      {asked && (
        <p className="text-xs break-words text-text-2">
          {t("integrations.hook.onlyIf", { condition: asked })}
        </p>
      )}
      {gone.length > 0 && (
        <p className="text-xs break-words text-warn">{t("views.gone", { names: gone.join(", ") })}</p>
      )}
    </>
  );
}
