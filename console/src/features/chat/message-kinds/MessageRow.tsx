import type { Message } from "@parley/contract/messages";
import type { Ticket } from "@parley/contract/tickets";
import { Pin } from "lucide-react";
import { type ReactNode, Suspense } from "react";
import { useTranslation } from "react-i18next";
import { preloadedPart } from "../../../ui/lazy-part.ts";
import { shortenName } from "../../../ui/shorten.ts";
import { showTime } from "../../../ui/time.ts";
import { useProfile } from "../../session/viewer.ts";
import type { Destination } from "../../tickets/messages/destination.ts";
import { useIsPinned } from "../pins/pinned.ts";
import { Body } from "./Body.tsx";
import { MenuButton } from "./MenuButton.tsx";
import { useMessageMenu } from "./message-menu.ts";
import { Quote } from "./Quote.tsx";
import { ReactButton } from "./ReactButton.tsx";
import { Reactions, ReactionTrouble } from "./Reactions.tsx";
import { Status } from "./Status.tsx";
import { Trouble } from "./Trouble.tsx";

const ChangeLine = preloadedPart(
  async () => (await import("./ChangeLine.tsx")).ChangeLine,
  "sentChanges",
  "reasons",
);

const SplitMark = preloadedPart(async () => (await import("./SplitMark.tsx")).SplitMark, "splitting");

type Props = {
  ticket: Ticket;
  message: Message;
  first: boolean;
  last: boolean;
  highlighted: boolean;
  onJump: (to: Destination) => void;
  /** Shown instead of the message's own body: an album. */
  children?: ReactNode;
};

/** A bubble: the client's on the left, ours on the right, with its quote, its body, its time and its status. */
export function MessageRow({ ticket, message, first, last, highlighted, onJump, children }: Props) {
  const { t } = useTranslation();
  const { companyName, role } = useProfile();
  const isAdmin = role === "admin";
  const own = message.isagent;
  const menu = useMessageMenu(message);
  const pinned = useIsPinned(message.messageid);
  const name = own ? (message.created_by_name ?? companyName) : ticket.client_name;
  const side = own
    ? `self-end border-own-line bg-own ${last ? "rounded-br-[5px]" : ""}`
    : `self-start border-line bg-theirs ${last ? "rounded-bl-[5px]" : ""}`;
  return (
    <article
      aria-label={t("message.from", { name, time: showTime(message.created_on) })}
      data-message={message.messageid}
      data-highlighted={highlighted || undefined}
      className={`group flex flex-col px-7 max-phone:px-3 ${first ? "pt-2" : "pt-[3px]"} ${message.reaction || message.agent_reaction ? "pb-3 max-phone:pb-6" : ""}`}
    >
      <div
        {...menu}
        className={`relative max-w-[64%] min-w-20 rounded-card border px-3 pt-2 pb-1.5 transition-shadow duration-180 pointer-coarse:select-none max-phone:max-w-[86%] ${side} ${highlighted ? "ring-2 ring-accent-text" : ""}`}
      >
        <Quote message={message} clientName={ticket.client_name} onJump={onJump} />
        {children || <Body message={message} />}
        <p className="mt-0.5 flex items-center justify-end gap-1.5 text-[10.5px] text-text-2 tabular-nums">
          {own && first && message.created_by_name && (
            <span className="mr-auto truncate pr-3">{shortenName(message.created_by_name)}</span>
          )}
          {pinned && (
            <Pin size={12} role="img" aria-label={t("message.pinned")} className="text-accent-text" />
          )}
          {message.automatic && <span>{t("message.automatic")}</span>}
          {message.template && <span>{t("message.template")}</span>}
          {message.edited_on && <span>{t("message.edited")}</span>}
          <time dateTime={message.created_on}>{showTime(message.created_on)}</time>
          {message.status && <Status status={message.status} />}
        </p>
        <Reactions ticket={ticket} message={message} />
        <ReactButton ticket={ticket} message={message} />
        <MenuButton message={message} own={own} />
      </div>
      <ReactionTrouble ticket={ticket} message={message} />
      {(message.split_into || message.copied) && (
        <Suspense>
          <SplitMark message={message} />
        </Suspense>
      )}
      {own && (message.change || ((message.edited_on || message.type === "deleted") && isAdmin)) && (
        <Suspense>
          <ChangeLine message={message} mayChange={ticket.can.reply} />
        </Suspense>
      )}
      {own && (
        <Trouble
          message={message}
          mayRetry={ticket.can.reply && message.created_by !== null}
          marked={ticket.failed === true}
        />
      )}
    </article>
  );
}
