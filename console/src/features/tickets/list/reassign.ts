import type { Department } from "@parley/contract/departments";
import { maySeeTicket } from "@parley/contract/permissions";
import type { Ticket } from "@parley/contract/tickets";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useRef } from "react";
import { useTranslation } from "react-i18next";
import { call } from "../../../api/client.ts";
import { newId } from "../../../ui/new-id.ts";
import { toast } from "../../../ui/toast.ts";
import { useViewer } from "../../session/viewer.ts";
import { put } from "./cache.ts";
import { useLeaveTicket } from "./leave-ticket.ts";

/** A department, and one of its agents or none. */
export type Target = { department: Department; agent: { userid: string; name: string } | null };

/** Reassigns the ticket, with a note unless it is empty. A try that got no answer is repeated with the note's id. An agent who may no longer see it leaves its chat. */
export function useReassign(ticket: Ticket, onDone: () => void) {
  const { t } = useTranslation();
  const cache = useQueryClient();
  const viewer = useViewer();
  const leave = useLeaveTicket();
  const noteid = useRef(newId());
  return useMutation({
    mutationFn: ({ department, agent, note }: Target & { note: string }) => {
      const to = {
        ticketid: ticket.ticketid,
        newDepartment: department.departmentid,
        newDepartmentName: department.department_name,
        created_on: ticket.created_on,
        ...(note && { note: { noteid: noteid.current, content: note } }),
      };
      return agent
        ? call("reassignTicket", { body: { ...to, newUser: agent.userid, newUserName: agent.name } })
        : call("changeDepartment", { body: to });
    },
    onSuccess: (reassigned, { department, agent }) => {
      onDone();
      if (!maySeeTicket(viewer, reassigned)) leave(reassigned.ticketid);
      put(cache, viewer, reassigned);
      toast(t("reassign.done", { name: agent?.name ?? department.department_name }));
    },
  });
}
