/** Closes the reply window: the provider refuses free text although the desk's clock says that the window is open. */
import type { Reason } from "@parley/contract/reasons";
import { audienceOf } from "../../floor/actors/rooms.ts";
import type { Scope } from "../../floor/database/scope.ts";
import type { MessageRow } from "../../support/messages/append.ts";
import type { TicketRow } from "../../support/ticket/access.ts";
import { viewSharedTicket } from "../../support/tickets/view.ts";

/** Nothing closes when the client has written after the refused message. Consoles show the composer's closed state. */
export async function closeWindow(
  scope: Scope,
  { id, company_id, department_id }: TicketRow,
  { seq, status_reason }: Pick<MessageRow, "seq"> & { status_reason: Reason | null },
): Promise<void> {
  if (status_reason?.code !== "reply_window_closed") return;
  const closed = await scope.db
    .updateTable("ticket")
    .set({ reply_window_until: scope.now })
    .where("company_id", "=", company_id)
    .where("id", "=", id)
    .where("reply_window_until", ">", scope.now)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom("message")
            .select("seq")
            .where("company_id", "=", company_id)
            .where("ticket_id", "=", id)
            .where("is_agent", "=", false)
            .where("seq", ">", seq),
        ),
      ),
    )
    .returning("id")
    .executeTakeFirst();
  if (closed)
    scope.publish(
      "updateTicket",
      await viewSharedTicket(scope, id),
      audienceOf(company_id, department_id, id),
    );
}
