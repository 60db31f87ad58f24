import type { Rule } from "@parley/contract/rules";
import {
  ArrowDown,
  ArrowUp,
  Ellipsis,
  GripVertical,
  History,
  Pencil,
  Trash2,
  TriangleAlert,
} from "lucide-react";
import { useTranslation } from "react-i18next";
import { ActionMenu } from "../../../ui/ActionMenu.tsx";
import { IconButton } from "../../../ui/IconButton.tsx";
import { Switch } from "../../../ui/Switch.tsx";
import { showDateTime } from "../../../ui/time.ts";
import { RuleSentence } from "../../tickets/rules/RuleSentence.tsx";
import { useRuleWords } from "../../tickets/rules/words.ts";
import type { Grip } from "./reorder.ts";

type Props = {
  rule: Rule;
  /** From 1. */
  place: number;
  dragged: boolean;
  grip: Grip;
  onSwitch: (enabled: boolean) => void;
  onAsk: (what: "edit" | "delete" | "versions") => void;
  /** Null for the first and the last. */
  onUp: (() => void) | null;
  onDown: (() => void) | null;
};

/** A rule as a sentence, with how often it ran, and why the desk switched it off. */
export function RuleRow({ rule, place, dragged, grip, onSwitch, onAsk, onUp, onDown }: Props) {
  const { t } = useTranslation();
  const words = useRuleWords(rule.refers);
  const { ruleid, name, enabled, off, runs, ran_on, stops, departmentids } = rule;
  const facts = [
    ...(departmentids ? [t("rules.only", { names: words.listed(departmentids.map(words.nameOf)) })] : []),
    runs > 0 ? t("rules.runs", { count: runs }) : t("rules.neverRan"),
    ...(ran_on ? [t("rules.lastRun", { time: showDateTime(ran_on) })] : []),
    ...(stops ? [t("rules.stopsHere")] : []),
  ];
  return (
    <li
      data-row={ruleid}
      className={`flex items-start gap-2 py-3 pr-2 pl-1 max-phone:flex-wrap ${dragged ? "relative z-10 bg-raised shadow-float" : ""}`}
    >
      <button
        type="button"
        aria-label={t("rules.grip", { name, place })}
        title={t("rules.gripHint")}
        {...grip}
        className="grid size-8 shrink-0 cursor-grab touch-none place-items-center rounded-m text-text-3 hover:bg-raised-2 hover:text-text active:cursor-grabbing max-phone:size-11"
      >
        <GripVertical size={16} aria-hidden="true" />
      </button>
      <span className="flex min-h-8 items-center max-phone:min-h-11">
        <Switch label={t("rules.switch", { name })} checked={enabled} onChange={onSwitch} />
      </span>
      <div className="grid min-w-0 flex-1 gap-1 py-1 pl-1 max-phone:order-last max-phone:basis-full max-phone:pl-2">
        <h3 className="min-w-0">
          <button
            type="button"
            dir="auto"
            onClick={() => onAsk("edit")}
            className={`max-w-full text-left font-semibold break-words hover:underline ${enabled ? "" : "text-text-2"}`}
          >
            {name}
          </button>
        </h3>
        <RuleSentence rule={rule} words={words} />
        {off && (
          <p className="flex gap-1.5 text-s text-warn">
            <TriangleAlert size={15} aria-hidden="true" className="mt-0.5 shrink-0" />
            <span className="min-w-0 break-words">{t(`rules.off.${off.gone}`, { name: off.name })}</span>
          </p>
        )}
        <p className="text-xs break-words text-text-3 tabular-nums">{facts.join(" · ")}</p>
      </div>
      <span className="flex shrink-0 max-phone:ml-auto">
        <IconButton label={t("rules.edit", { name })} onClick={() => onAsk("edit")}>
          <Pencil size={16} />
        </IconButton>
        <ActionMenu
          side="bottom"
          align="end"
          trigger={
            <IconButton label={t("rules.more", { name })}>
              <Ellipsis size={17} />
            </IconButton>
          }
          actions={[
            ...(onUp ? [{ id: "up", Icon: ArrowUp, label: t("rules.up"), act: onUp }] : []),
            ...(onDown ? [{ id: "down", Icon: ArrowDown, label: t("rules.down"), act: onDown }] : []),
            { id: "versions", Icon: History, label: t("rules.versions"), act: () => onAsk("versions") },
            { id: "delete", Icon: Trash2, label: t("rules.delete"), act: () => onAsk("delete") },
          ]}
        />
      </span>
    </li>
  );
}
