import type { Ticket } from "@parley/contract/tickets";
import { useTranslation } from "react-i18next";
import type { Destination } from "../../tickets/messages/destination.ts";
import { Album } from "./Album.tsx";
import { EventLine } from "./EventLine.tsx";
import type { ListItem } from "./list-items.ts";
import { MessageRow } from "./MessageRow.tsx";
import { UnsentRow } from "./UnsentRow.tsx";

type Props = {
  ticket: Ticket;
  item: Exclude<ListItem, { kind: "run" | "note" | "lines" }>;
  highlighted: boolean;
  onJump: (to: Destination) => void;
};

/** One item of a chat's list, rendered by its kind. */
export function ListRow({ ticket, item, highlighted, onJump }: Props) {
  const { t } = useTranslation();
  switch (item.kind) {
    case "day":
      return (
        <h3 className="mx-auto my-2.5 w-max rounded-full border border-line bg-raised px-3 py-0.5 text-xs font-normal text-text-2 tabular-nums">
          {item.day}
        </h3>
      );
    case "unread":
      return (
        <p className="my-2 flex items-center gap-3 px-7 text-xs font-semibold text-accent-text before:h-px before:flex-1 before:bg-current before:opacity-30 after:h-px after:flex-1 after:bg-current after:opacity-30">
          {t("chat.newMessages")}
        </p>
      );
    case "event":
      return <EventLine message={item.message} clientName={ticket.client_name} />;
    case "unsent":
      return <UnsentRow unsent={item.unsent} />;
    case "album":
    case "message": {
      const shown = item.kind === "album" ? item.messages : [item.message];
      const head = shown[0];
      if (!head) return null;
      return (
        <MessageRow
          message={head}
          first={item.first}
          last={item.last}
          ticket={ticket}
          highlighted={highlighted}
          onJump={onJump}
        >
          {item.kind === "album" && <Album messages={item.messages} />}
        </MessageRow>
      );
    }
  }
}
