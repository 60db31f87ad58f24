import type { Message } from "@parley/contract/messages";
import { useTranslation } from "react-i18next";
import { showTime } from "../../../ui/time.ts";
import { Body } from "../../chat/message-kinds/Body.tsx";
import type { ListItem } from "../../chat/message-kinds/list-items.ts";
import { Status } from "../../chat/message-kinds/Status.tsx";
import { UnsentRow } from "./UnsentRow.tsx";

/** A line of the private chat. */
export function PrivateRow({ item, userid }: { item: ListItem; userid: string }) {
  const { t } = useTranslation();
  switch (item.kind) {
    case "day":
      return (
        <p className="py-3 text-center text-xs text-text-3 tabular-nums">
          <span className="rounded-full border border-line bg-raised px-3 py-0.5">{item.day}</span>
        </p>
      );
    case "unread":
      return (
        <p className="flex items-center gap-3 px-4 py-2 text-xs font-semibold text-accent-text before:h-px before:flex-1 before:bg-accent-text after:h-px after:flex-1 after:bg-accent-text">
          {t("chat.newMessages")}
        </p>
      );
    case "message":
      return <Bubble message={item.message} first={item.first} last={item.last} />;
    case "unsent":
      return <UnsentRow unsent={{ ...item.unsent, receiverid: userid }} />;
    // Albums, notes and the timeline's lines belong to tickets.
    case "note":
    case "lines":
    case "album":
    case "event":
      return null;
  }
}

type Props = { message: Message; first: boolean; last: boolean };

function Bubble({ message, first, last }: Props) {
  const { t } = useTranslation();
  const own = message.isagent;
  const side = own
    ? `self-end border-own-line bg-own ${last ? "rounded-br-[5px]" : ""}`
    : `self-start border-line bg-theirs ${last ? "rounded-bl-[5px]" : ""}`;
  return (
    <article
      aria-label={t("message.from", {
        name: message.created_by_name ?? "",
        time: showTime(message.created_on),
      })}
      data-message={message.messageid}
      className={`flex flex-col px-4 max-phone:px-3 ${first ? "pt-2" : "pt-[3px]"}`}
    >
      <div className={`max-w-[86%] min-w-20 rounded-card border px-3 pt-2 pb-1.5 ${side}`}>
        <Body message={message} />
        <p className="mt-0.5 flex items-center justify-end gap-1.5 text-[10.5px] text-text-2 tabular-nums">
          <time dateTime={message.created_on}>{showTime(message.created_on)}</time>
          {message.status && <Status status={message.status} />}
        </p>
      </div>
    </article>
  );
}
