import type { Ticket } from "@parley/contract/tickets";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import {
  ArrowRightLeft,
  BellOff,
  BellPlus,
  CheckCheck,
  CopyPlus,
  Flag,
  Link2,
  ListChecks,
  Merge,
  OctagonAlert,
  Tag,
  Trash2,
  UserRound,
} from "lucide-react";
import { useTranslation } from "react-i18next";
import { useLocation } from "react-router";
import { keys, openTicketsQuery } from "../../../api/queries.ts";
import { paths, workspacePath } from "../../../paths.ts";
import { copyText } from "../../../ui/copy-text.ts";
import { toast } from "../../../ui/toast.ts";
import { askForClient } from "../client/client-tab.ts";
import { useFollowing, useToggleFollow } from "../list/following.ts";
import { usePlace } from "../list/place.ts";
import { isTicket } from "../list/TicketCard.tsx";
import { openTicketDialog } from "../list/ticket-dialog.ts";
import type { Action } from "./actions.tsx";

const size = 16;

/** The actions of the ticket on screen. */
export function useTicketActions(): Action[] {
  const { t } = useTranslation();
  const { pathname } = useLocation();
  const { ticket: open, view } = usePlace();
  const { data: tickets = [] } = useQuery({ ...openTicketsQuery, enabled: false });
  const cached = useQueryClient().getQueriesData<Ticket>({ queryKey: keys.tickets });
  const shown = cached.find(([, one]) => one && isTicket(one, open))?.[1];
  const following = useFollowing(shown?.ticketid);
  const toggleFollow = useToggleFollow();
  if (!open || pathname !== paths.workspace) return [];
  const ticket = tickets.find((one) => isTicket(one, open));
  const copy = () =>
    copyText(new URL(workspacePath({ ticket: open, view }), location.href).href).then(
      () => toast(t("commands.linkCopied")),
      () => toast(t("commands.linkNotCopied"), "danger"),
    );
  return [
    ...(ticket?.can.close
      ? [
          {
            id: "closeTicket",
            label: t("commands.closeTicket"),
            icon: <CheckCheck size={size} />,
            run: () => openTicketDialog(ticket.ticketid, "close"),
          },
        ]
      : []),
    ...(ticket?.can.close
      ? [
          {
            id: "tagTicket",
            label: t("commands.tagTicket"),
            icon: <Tag size={size} />,
            run: () => openTicketDialog(ticket.ticketid, "tags"),
          },
          {
            id: "priorityOfTicket",
            label: t("commands.priorityOfTicket"),
            icon: <Flag size={size} />,
            run: () => openTicketDialog(ticket.ticketid, "priority"),
          },
          {
            id: "mergeTicket",
            label: t("commands.mergeTicket"),
            icon: <Merge size={size} />,
            run: () => openTicketDialog(ticket.ticketid, "merge"),
          },
          {
            id: "splitTicket",
            label: t("commands.splitTicket"),
            icon: <CopyPlus size={size} />,
            run: () => openTicketDialog(ticket.ticketid, "split"),
          },
        ]
      : []),
    ...(ticket?.can.reassign
      ? [
          {
            id: "reassignTicket",
            label: t("commands.reassignTicket"),
            icon: <ArrowRightLeft size={size} />,
            run: () => openTicketDialog(ticket.ticketid, "reassign"),
          },
        ]
      : []),
    ...(following === undefined
      ? []
      : [
          {
            id: "followTicket",
            label: t(following ? "commands.unfollowTicket" : "commands.followTicket"),
            icon: following ? <BellOff size={size} /> : <BellPlus size={size} />,
            run: () => toggleFollow(open),
          },
        ]),
    ...(ticket?.can.spam
      ? [
          {
            id: "markSpam",
            label: t("commands.markSpam"),
            icon: <OctagonAlert size={size} />,
            run: () => openTicketDialog(ticket.ticketid, "spam"),
          },
        ]
      : []),
    ...(ticket?.can.delete
      ? [
          {
            id: "deleteTicket",
            label: t("commands.deleteTicket"),
            icon: <Trash2 size={size} />,
            run: () => openTicketDialog(ticket.ticketid, "delete"),
          },
        ]
      : []),
    ...(shown
      ? [
          {
            id: "detailsOfTicket",
            label: t("commands.detailsOfTicket"),
            icon: <ListChecks size={size} />,
            run: () => openTicketDialog(shown.ticketid, "details"),
          },
          {
            id: "clientOfTicket",
            label: t("commands.clientOfTicket"),
            icon: <UserRound size={size} />,
            run: askForClient,
          },
        ]
      : []),
    { id: "copyLink", label: t("commands.copyLink"), icon: <Link2 size={size} />, run: copy },
  ];
}
