import type { Ticket } from "@parley/contract/tickets";
import {
  AlarmClock,
  ArrowRightLeft,
  Check,
  CircleCheckBig,
  Ellipsis,
  Flag,
  OctagonAlert,
  Tag,
  X,
} from "lucide-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { ActionMenu } from "../../../ui/ActionMenu.tsx";
import { Checkbox } from "../../../ui/Checkbox.tsx";
import { Dialog } from "../../../ui/Dialog.tsx";
import { IconButton } from "../../../ui/IconButton.tsx";
import { PriorityChoices } from "../priority/PriorityChoices.tsx";
import { CloseManyDialog } from "./CloseManyDialog.tsx";
import { useChangeMany } from "./change-many.ts";
import { MoveManyDialog } from "./MoveManyDialog.tsx";
import { SnoozeChoices } from "./SnoozeChoices.tsx";
import { SpamManyDialog } from "./SpamManyDialog.tsx";
import { chooseAll, stopChoosing, useSelection } from "./selection.ts";
import { TagManyDialog } from "./TagManyDialog.tsx";

const actions = {
  accept: Check,
  move: ArrowRightLeft,
  snooze: AlarmClock,
  tag: Tag,
  close: CircleCheckBig,
};
/** The bar has no room for more: these are in its menu. */
const seldom = { priority: Flag, spam: OctagonAlert };
type Action = keyof typeof actions | keyof typeof seldom;

/** The bar counts the chosen ones of the tickets shown, and offers what can be done with them. */
export function SelectionBar({ shown }: { shown: Ticket[] }) {
  const { t } = useTranslation();
  const [asked, setAsked] = useState<Exclude<Action, "accept"> | null>(null);
  const chosen = useSelection((selection) => selection.chosen);
  const tickets = shown.filter(({ ticketid }) => chosen.has(ticketid));
  const { mutate: change, isPending } = useChangeMany(tickets);
  const all = tickets.length === shown.length && shown.length > 0;
  const leave = () => setAsked(null);
  return (
    <div
      role="toolbar"
      aria-label={t("many.bar")}
      className="mr-1 mb-1 ml-4 flex items-center max-phone:mx-2"
    >
      <Checkbox
        label={t("many.all")}
        checked={all}
        mixed={tickets.length > 0}
        onChange={() => chooseAll(all ? [] : shown.map(({ ticketid }) => ticketid))}
      />
      {/* The words have no room beside the actions. */}
      <span
        role="status"
        title={t("many.chosen", { count: tickets.length })}
        className="mx-1.5 min-w-0 flex-1 truncate text-s font-semibold tabular-nums"
      >
        <span aria-hidden="true">{tickets.length}</span>
        <span className="sr-only">{t("many.chosen", { count: tickets.length })}</span>
      </span>
      {(Object.keys(actions) as (keyof typeof actions)[]).map((action) => {
        const Icon = actions[action];
        return (
          <IconButton
            key={action}
            label={t(`many.action.${action}`)}
            disabled={tickets.length === 0 || isPending}
            onClick={() => (action === "accept" ? change({ kind: "accept" }) : setAsked(action))}
          >
            <Icon size={17} />
          </IconButton>
        );
      })}
      <ActionMenu
        side="bottom"
        align="end"
        actions={(Object.keys(seldom) as (keyof typeof seldom)[]).map((action) => ({
          id: action,
          Icon: seldom[action],
          label: t(`many.action.${action}`),
          act: () => setAsked(action),
        }))}
        trigger={
          <IconButton label={t("chat.more")} disabled={tickets.length === 0 || isPending}>
            <Ellipsis size={17} />
          </IconButton>
        }
      />
      <IconButton label={t("many.leave")} onClick={stopChoosing}>
        <X size={17} />
      </IconButton>
      {asked === "close" && (
        <CloseManyDialog
          count={tickets.length}
          busy={isPending}
          onClose={leave}
          onConfirm={(silently) => change({ kind: "close", silently })}
        />
      )}
      {asked === "spam" && (
        <SpamManyDialog
          count={tickets.length}
          busy={isPending}
          onClose={leave}
          onConfirm={(block) => change({ kind: "spam", block })}
        />
      )}
      {asked === "move" && (
        <MoveManyDialog
          ticketids={tickets.map(({ ticketid }) => ticketid)}
          busy={isPending}
          onClose={leave}
          onConfirm={({ department, agent }) =>
            change({
              kind: "move",
              newDepartment: department.departmentid,
              ...(agent && { newUser: agent.userid }),
            })
          }
        />
      )}
      {asked === "tag" && (
        <TagManyDialog
          count={tickets.length}
          busy={isPending}
          onClose={leave}
          onConfirm={(tags) => change({ kind: "tag", ...tags })}
        />
      )}
      {asked === "priority" && (
        <Dialog open onClose={leave} title={t("many.priorityTitle", { count: tickets.length })}>
          <PriorityChoices
            disabled={isPending}
            onChoose={(priority) => change({ kind: "priority", priority })}
          />
        </Dialog>
      )}
      {asked === "snooze" && (
        <Dialog open onClose={leave} title={t("many.snoozeTitle", { count: tickets.length })}>
          <SnoozeChoices disabled={isPending} onChoose={(until) => change({ kind: "snooze", until })} />
        </Dialog>
      )}
    </div>
  );
}
