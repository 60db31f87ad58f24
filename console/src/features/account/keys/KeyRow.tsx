import type { Key } from "@parley/contract/keys";
import { Ban, Ellipsis, Pencil, RefreshCw } from "lucide-react";
import { useTranslation } from "react-i18next";
import { ActionMenu } from "../../../ui/ActionMenu.tsx";
import { IconButton } from "../../../ui/IconButton.tsx";
import { showDateTime, showDay } from "../../../ui/time.ts";

type Props = { item: Key; onAsk: (what: "edit" | "rotate" | "end") => void };

/** A key with what it may and when it was last used. */
export function KeyRow({ item, onAsk }: Props) {
  const { t } = useTranslation();
  const { name, agent, abilities, ended_on, previous_until, may_change } = item;
  const may = abilities.map((ability) => t(`integrations.ability.${ability}`)).join(" · ");
  const own = [
    { id: "edit", Icon: Pencil, label: t("integrations.edit"), act: () => onAsk("edit") },
    { id: "rotate", Icon: RefreshCw, label: t("integrations.rotate"), act: () => onAsk("rotate") },
  ];
  const end = { id: "end", Icon: Ban, label: t("integrations.end"), act: () => onAsk("end") };
  return (
    <li className="flex min-h-14 items-center gap-3 py-2.5 pr-1.5 pl-4">
      <div className="grid min-w-0 flex-1 gap-0.5">
        <p className="text-s font-semibold break-words">
          {name}
          {agent && (
            <span className="font-normal text-text-2"> {t("integrations.as", { name: agent.name })}</span>
          )}
        </p>
        <p className="text-xs text-text-2">{may}</p>
        <p className="text-xs text-text-3 tabular-nums">
          <LastUse item={item} />
          {" · "}
          {ended_on
            ? t("integrations.ended", { day: showDay(ended_on) })
            : t("integrations.validUntil", { day: showDay(item.expires_on) })}
        </p>
        {previous_until && (
          <p className="text-xs text-text-3">
            {t("integrations.previous", { time: showDateTime(previous_until) })}
          </p>
        )}
      </div>
      {!ended_on && (
        <ActionMenu
          side="bottom"
          align="end"
          trigger={
            <IconButton label={t("integrations.more", { name })}>
              <Ellipsis size={17} />
            </IconButton>
          }
          actions={may_change ? [...own, end] : [end]}
        />
      )}
    </li>
  );
}

function LastUse({ item: { last_used_on: day, last_used_from: network } }: Pick<Props, "item">) {
  const { t } = useTranslation();
  return day ? t("integrations.lastUsed", { day, network }) : t("integrations.neverUsed");
}
