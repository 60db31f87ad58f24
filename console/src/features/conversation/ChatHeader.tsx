import { limits } from "@parley/contract/limits";
import type { Ticket } from "@parley/contract/tickets";
import { ArrowLeft, ArrowRightLeft, CheckCheck, Pin, Search } from "lucide-react";
import { type ReactNode, Suspense, useEffect } from "react";
import { useTranslation } from "react-i18next";
import { Avatar } from "../../ui/Avatar.tsx";
import { Button } from "../../ui/Button.tsx";
import { IconButton } from "../../ui/IconButton.tsx";
import { preloadedPart } from "../../ui/lazy-part.ts";
import { shortenName } from "../../ui/shorten.ts";
import { showDateTime } from "../../ui/time.ts";
import { usePhone } from "../../ui/viewport.ts";
import { usePlatformName } from "../channels/name.ts";
import { PlatformBadge } from "../channels/PlatformBadge.tsx";
import { shortName } from "../mail-head/addresses.ts";
import { useMails } from "../mail-head/use-mails.ts";
import { useTyping } from "../messages/typing.ts";
import { usePlace } from "../tickets/place.ts";
import { closeTicketDialog, openTicketDialog, useTicketDialog } from "../tickets/ticket-dialog.ts";
import { AutomaticButton } from "./AutomaticButton.tsx";
import type { ChatPanel } from "./Chat.tsx";

const ReassignDialog = preloadedPart(
  async () => (await import("../tickets/ReassignDialog.tsx")).ReassignDialog,
  "reassign",
);
const CloseDialog = preloadedPart(async () => (await import("../tickets/CloseDialog.tsx")).CloseDialog);

type Props = { ticket: Ticket; panel: ChatPanel; onPanel: (panel: ChatPanel) => void };

export function ChatHeader({ ticket, panel, onPanel }: Props) {
  const { t } = useTranslation();
  const phone = usePhone();
  const { go } = usePlace();
  const dialog = useTicketDialog(ticket.ticketid);
  const ask = (wanted: "close" | "reassign") => () => openTicketDialog(ticket.ticketid, wanted);
  useEffect(() => closeTicketDialog, []);
  const { subject } = useMails(ticket);
  return (
    <div className="flex min-h-[60px] items-center gap-3 border-b border-line bg-pane px-5 py-2 max-tablet:gap-2 max-tablet:px-3 max-phone:flex-wrap max-phone:gap-x-0 max-phone:px-1 tiny:min-h-11 tiny:py-0">
      {phone && (
        <IconButton label={t("chat.back")} onClick={() => go({ ticket: null })}>
          <ArrowLeft size={19} />
        </IconButton>
      )}
      {!phone && (
        <span className="max-tablet:hidden">
          <Avatar
            name={ticket.client_name}
            picture={ticket.client_picture}
            badge={<PlatformBadge platform={ticket.platform} />}
          />
        </span>
      )}
      <div className="min-w-0 max-phone:flex-1">
        <h2
          dir="auto"
          title={subject ?? ticket.client_name}
          aria-label={subject ?? ticket.client_name}
          className="truncate text-left font-semibold"
        >
          {subject ?? shortenName(ticket.client_name)}
        </h2>
        <Standing ticket={ticket} />
      </div>
      <span className="rounded-chip bg-raised px-1.5 py-0.5 font-mono text-xs font-semibold text-text-2 max-tablet:hidden">
        {ticket.ticketid.slice(0, limits.shortIdLength)}
      </span>
      <span className="flex-1 max-phone:hidden" />
      {ticket.closed_on && (
        <p className="max-w-[45%] shrink-0 text-right text-xs break-words text-text-2 max-phone:order-last max-phone:max-w-none max-phone:basis-full max-phone:truncate max-phone:px-3 max-phone:text-left">
          {t("chat.closedBy")}{" "}
          <b className="font-semibold text-text">{shortenName(ticket.closed_by_name ?? "")}</b>
          <br className="max-phone:hidden" /> <span className="hidden max-phone:inline">· </span>
          {t("chat.closedOn")} <span className="tabular-nums">{showDateTime(ticket.closed_on)}</span>
        </p>
      )}
      <PanelButton panel="pins" open={panel} onPanel={onPanel} label={t("chat.pinned")}>
        <Pin size={18} />
      </PanelButton>
      <PanelButton panel="search" open={panel} onPanel={onPanel} label={t("chat.search")}>
        <Search size={18} />
      </PanelButton>
      <AutomaticButton ticketid={ticket.ticketid} />
      {ticket.can.reassign && (
        <IconButton label={t("tickets.reassign")} onClick={ask("reassign")}>
          <ArrowRightLeft size={18} />
        </IconButton>
      )}
      {dialog === "reassign" && (
        <Suspense>
          <ReassignDialog ticket={ticket} onClose={closeTicketDialog} />
        </Suspense>
      )}
      {ticket.can.close && phone && (
        <IconButton label={t("chat.close")} onClick={ask("close")}>
          <CheckCheck size={19} />
        </IconButton>
      )}
      {ticket.can.close && !phone && (
        <Button
          icon={<CheckCheck size={16} />}
          title={t("chat.close")}
          className="max-tablet:gap-0 max-tablet:px-2.5"
          onClick={ask("close")}
        >
          <span className="max-tablet:sr-only">{t("chat.close")}</span>
        </Button>
      )}
      {dialog === "close" && (
        <Suspense>
          <CloseDialog ticket={ticket} onClose={closeTicketDialog} />
        </Suspense>
      )}
    </div>
  );
}

type PanelButtonProps = {
  panel: NonNullable<ChatPanel>;
  open: ChatPanel;
  onPanel: (panel: ChatPanel) => void;
  label: string;
  children: ReactNode;
};

/** Opens its panel below the header, and closes it again. */
function PanelButton({ panel, open, onPanel, label, children }: PanelButtonProps) {
  const shown = open === panel;
  return (
    <IconButton
      label={label}
      aria-expanded={shown}
      data-panel={panel}
      className={shown ? "bg-raised-2 text-text" : ""}
      onClick={() => onPanel(shown ? null : panel)}
    >
      {children}
    </IconButton>
  );
}

function Standing({ ticket }: { ticket: Ticket }) {
  const { t } = useTranslation();
  const platformName = usePlatformName();
  const typing = useTyping(ticket.ticketid);
  const { subject, others } = useMails(ticket);
  // A subject stands in the name's place.
  const who = subject
    ? [ticket.client_name, ...others.map(shortName)].join(", ")
    : platformName(ticket.platform);
  return (
    <p className="truncate text-xs text-text-3 max-phone:line-clamp-2 max-phone:break-words max-phone:whitespace-normal tiny:line-clamp-1">
      {typing ? (
        <span className="text-accent-text">
          {typing.who === "agent" ? t("chat.agentTyping", { name: typing.name }) : t("chat.typing")}
        </span>
      ) : (
        <>
          <span className="hidden font-mono max-tablet:inline">
            {ticket.ticketid.slice(0, limits.shortIdLength)} ·{" "}
          </span>
          {`${who} · ${ticket.channel.name} · ${ticket.department_name}`}
        </>
      )}
    </p>
  );
}
