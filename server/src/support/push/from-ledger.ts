import { type NoticeKind, noticeKinds } from "@parley/contract/notice-kinds";
import type { ByCursor } from "../../floor/ledger/subscribers.ts";
import { pushNotification, pushWaitingTicket } from "./queue.ts";

/** Enqueues a push for inbox lines, and for tickets that wait to be accepted; and notes them for the mail to those away. */
export const pushFromLedger: ByCursor = {
  name: "push",
  kinds: ["inbox_line", "ticket_create", "ticket_reopen"],
  async handle(db, event) {
    const { companyId, subject } = event;
    switch (event.kind) {
      case "inbox_line": {
        const { notification: id, ticket: ticket_id, sender: sender_id, notice } = event.facts;
        return pushNotification({ db, companyId }, subject, {
          id,
          ticket_id,
          sender_id,
          kind: kindOf(notice),
        });
      }
      case "ticket_create":
      case "ticket_reopen": {
        const waits = event.kind === "ticket_create" || !event.facts.handler;
        const { department } = event.facts;
        if (waits && department)
          await pushWaitingTicket({ db, companyId }, { id: subject, department_id: department });
      }
    }
  },
};

/** Events of before have no kind: every kind of theirs was pushed. */
const kindOf = (notice: string | null | undefined): NoticeKind =>
  notice && notice in noticeKinds ? (notice as NoticeKind) : "message";
