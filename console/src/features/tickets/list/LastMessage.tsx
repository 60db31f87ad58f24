import type { LastMessage as Last, Ticket } from "@parley/contract/tickets";
import { isType } from "@parley/contract/timeline";
import { waitsForClient } from "@parley/contract/waits-for-client";
import { Bot, Reply } from "lucide-react";
import { useTranslation } from "react-i18next";
import { shortenName } from "../../../ui/shorten.ts";
import { useProfile } from "../../session/viewer.ts";

type Line = Pick<Last, "type" | "content" | "userid" | "user_name" | "author">;

/** The line of a card with the last message: an automatic message is shown only while the client has written nothing. */
export function LastMessage({ ticket }: { ticket: Ticket }) {
  const { t } = useTranslation();
  const { userid } = useProfile();
  const { last_message: last, last_client_message: said } = ticket;
  const shown = said ?? last;
  return (
    <span
      data-last-words
      dir="auto"
      className="min-w-0 flex-1 truncate text-left text-s leading-[17px] text-text-2"
    >
      {shown && shown === last && last.automatic && (
        <Bot
          size={13}
          role="img"
          aria-label={t("tickets.automatic")}
          className="mr-1 inline align-[-2px] text-text-3"
        />
      )}
      {waitsForClient(ticket) && (
        <Reply
          size={13}
          role="img"
          aria-label={t("tickets.waitsForClient")}
          className="mr-1 inline align-[-2px] text-text-3"
        />
      )}
      {shown && words(shown)}
    </span>
  );

  function words(line: Line) {
    const { type, content } = line;
    const name = isType(type, "named") ? t(`tickets.preview.${type}`, { stars: content }) : "";
    const own = isType(type, "readable") ? content : "";
    const text = own && name ? `${name} · ${own}` : own || name;
    // A mail may bring a file alone.
    return writtenBy(line, text || (ticket.subject === undefined ? "" : t("tickets.preview.noText")));
  }

  function writtenBy({ userid: writer, user_name, author }: Line, text: string) {
    if (writer) {
      if (writer === userid) return t("tickets.you", { text });
      const [first = ""] = (user_name ?? "").split(" ");
      return t("tickets.wrote", { name: first, text });
    }
    return author ? t("tickets.wrote", { name: shortenName(author), text }) : text;
  }
}
