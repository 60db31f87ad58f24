import { limits } from "@parley/contract/limits";
import type { Ticket } from "@parley/contract/tickets";
import {
  AlarmClock,
  ArrowLeft,
  ArrowRightLeft,
  BellOff,
  BellPlus,
  BellRing,
  Bot,
  CheckCheck,
  CircleQuestionMark,
  CopyPlus,
  Ellipsis,
  Flag,
  ListChecks,
  Merge,
  OctagonAlert,
  Pin,
  Search,
  Split,
  Tag,
  Trash2,
  Undo2,
} from "lucide-react";
import { type ReactNode, Suspense, useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import { ActionMenu, type MenuAction } from "../../../ui/ActionMenu.tsx";
import { Avatar } from "../../../ui/Avatar.tsx";
import { Button } from "../../../ui/Button.tsx";
import { IconButton } from "../../../ui/IconButton.tsx";
import { lazyPart, preloadedPart } from "../../../ui/lazy-part.ts";
import { shortenName } from "../../../ui/shorten.ts";
import { showDateTime } from "../../../ui/time.ts";
import { useCompact, usePhone } from "../../../ui/viewport.ts";
import { usePlatformName } from "../../channels/name.ts";
import { PlatformBadge } from "../../channels/PlatformBadge.tsx";
import { channelLooks } from "../../channels/registry.ts";
import { askForClient } from "../../tickets/client/client-tab.ts";
import { useFollow, useFollowing } from "../../tickets/list/following.ts";
import { useUnmerge } from "../../tickets/list/merging.ts";
import { usePlace } from "../../tickets/list/place.ts";
import { useUnsplit } from "../../tickets/list/splitting.ts";
import {
  closeTicketDialog,
  openTicketDialog,
  useAskedMessage,
  useTicketDialog,
} from "../../tickets/list/ticket-dialog.ts";
import { shortName } from "../../tickets/mail-head/addresses.ts";
import { useMails } from "../../tickets/mail-head/use-mails.ts";
import { useTyping } from "../../tickets/messages/typing.ts";
import { useOtherViewers } from "../../tickets/messages/viewers.ts";
import type { ChatPanel } from "./Chat.tsx";
import { TagLine } from "./TagLine.tsx";
import { Viewers } from "./Viewers.tsx";

const ReassignDialog = preloadedPart(
  async () => (await import("../../tickets/list/ReassignDialog.tsx")).ReassignDialog,
  "reassign",
);
const WhyDialog = lazyPart(async () => (await import("../automatic/WhyDialog.tsx")).WhyDialog, "automatic");
const WhySheet = lazyPart(async () => (await import("../why/WhySheet.tsx")).WhySheet, "rules");
const CloseDialog = preloadedPart(
  async () => (await import("../../tickets/list/CloseDialog.tsx")).CloseDialog,
  "closing",
);

const SnoozeDialog = preloadedPart(
  async () => (await import("../../tickets/list/SnoozeDialog.tsx")).SnoozeDialog,
  "snooze",
);

const SpamDialog = preloadedPart(
  async () => (await import("../../tickets/list/SpamDialog.tsx")).SpamDialog,
  "spam",
);
const PriorityDialog = preloadedPart(
  async () => (await import("../../tickets/list/PriorityDialog.tsx")).PriorityDialog,
  "priority",
);
const DeleteDialog = lazyPart(
  async () => (await import("../../tickets/list/DeleteDialog.tsx")).DeleteDialog,
  "deleting",
);
const MergeDialog = lazyPart(
  async () => (await import("../../tickets/list/MergeDialog.tsx")).MergeDialog,
  "merging",
);
const SplitDialog = lazyPart(
  async () => (await import("./SplitDialog.tsx")).SplitDialog,
  "splitting",
  "reasons",
);
const TagDialog = preloadedPart(
  async () => (await import("../../tickets/list/TagDialog.tsx")).TagDialog,
  "tags",
);

type Props = { ticket: Ticket; panel: ChatPanel; onPanel: (panel: ChatPanel) => void };

/** The client or subject of the chat, a line of details, and the actions. */
export function ChatHeader({ ticket, panel, onPanel }: Props) {
  const { t } = useTranslation();
  const phone = usePhone();
  const compact = useCompact();
  const { go } = usePlace();
  const dialog = useTicketDialog(ticket.ticketid);
  const [explained, setExplained] = useState<"automatic" | "rules" | null>(null);
  const ask =
    (wanted: "close" | "delete" | "merge" | "priority" | "reassign" | "snooze" | "spam" | "split" | "tags") =>
    () =>
      openTicketDialog(ticket.ticketid, wanted);
  const following = useFollowing(ticket.ticketid);
  const { mutate: change } = useFollow();
  const { mutate: unmerge } = useUnmerge();
  const { mutate: unsplit } = useUnsplit();
  const about = useAskedMessage();
  const unmergeLast = () => unmerge(ticket.merged?.at(-1) ?? ticket.ticketid);
  useEffect(() => closeTicketDialog, []);
  useEffect(() => {
    if (dialog !== "details") return;
    closeTicketDialog();
    onPanel("details");
  }, [dialog, onPanel]);
  const { subject } = useMails(ticket);
  const show = (wanted: NonNullable<ChatPanel>) => () => onPanel(panel === wanted ? null : wanted);
  const { Facts } = channelLooks[ticket.platform];
  const follow = (wanted: boolean) => () => change({ ticketid: ticket.ticketid, following: wanted });
  const start = { id: "follow", Icon: BellPlus, label: t("chat.follow"), act: follow(true) };
  const stop = compact
    ? { id: "follow", Icon: BellOff, label: t("chat.stopFollowing"), act: follow(false) }
    : { id: "following", Icon: BellRing, label: t("chat.following"), act: follow(false) };
  const seldom: MenuAction[] = [
    { id: "details", Icon: ListChecks, label: t("chat.details"), act: show("details") },
    ...(ticket.can.close
      ? [
          { id: "tags", Icon: Tag, label: t("tickets.tags"), act: ask("tags") },
          { id: "priority", Icon: Flag, label: t("tickets.priority"), act: ask("priority") },
          ...(ticket.merged
            ? [{ id: "unmerge", Icon: Split, label: t("merging.takeBack"), act: unmergeLast }]
            : [{ id: "merge", Icon: Merge, label: t("merging.open"), act: ask("merge") }]),
          { id: "split", Icon: CopyPlus, label: t("splitting.open"), act: ask("split") },
          ...(ticket.split_from
            ? [
                {
                  id: "unsplit",
                  Icon: Undo2,
                  label: t("splitting.takeBack"),
                  act: () => unsplit(ticket.ticketid),
                },
              ]
            : []),
        ]
      : []),
    { id: "automatic", Icon: Bot, label: t("chat.automatic"), act: () => setExplained("automatic") },
    { id: "why", Icon: CircleQuestionMark, label: t("chat.why"), act: () => setExplained("rules") },
    ...(ticket.can.spam && !ticket.spam
      ? [{ id: "spam", Icon: OctagonAlert, label: t("tickets.markSpam"), act: ask("spam") }]
      : []),
    ...(ticket.can.delete
      ? [{ id: "delete", Icon: Trash2, label: t("tickets.delete"), act: ask("delete") }]
      : []),
  ];
  const often: MenuAction[] = [
    { id: "pins", Icon: Pin, label: t("chat.pinned"), act: show("pins") },
    { id: "search", Icon: Search, label: t("chat.search"), act: show("search") },
    ...(following === undefined ? [] : [following ? stop : start]),
    ...(ticket.can.close
      ? [{ id: "snooze", Icon: AlarmClock, label: t("tickets.snooze"), act: ask("snooze") }]
      : []),
    ...(ticket.can.reassign
      ? [{ id: "reassign", Icon: ArrowRightLeft, label: t("tickets.reassign"), act: ask("reassign") }]
      : []),
  ];
  const more = (
    <ActionMenu
      actions={compact ? [...often, ...seldom] : seldom}
      side="bottom"
      align="end"
      trigger={
        <IconButton label={t("chat.more")} data-panel={(compact && panel) || undefined}>
          <Ellipsis size={19} />
        </IconButton>
      }
    />
  );
  return (
    <div className="flex min-h-[60px] items-center gap-3 border-b border-line bg-pane px-5 py-1 max-tablet:gap-2 max-tablet:px-3 max-phone:flex-wrap max-phone:gap-x-0 max-phone:px-1 tiny:min-h-11 tiny:py-0">
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
      <div className="min-w-0 flex-1">
        <h2 aria-label={subject ?? ticket.client_name} className="text-left font-semibold">
          <button
            type="button"
            title={subject ?? ticket.client_name}
            onClick={askForClient}
            className="relative block max-w-full text-left hover:underline max-phone:before:absolute max-phone:before:inset-x-0 max-phone:before:-inset-y-3"
          >
            <span dir="auto" className="block truncate text-left">
              {subject ?? shortenName(ticket.client_name)}
            </span>
            <span className="sr-only">{t("client.show")}</span>
          </button>
        </h2>
        <Standing ticket={ticket} />
        <TagLine ticket={ticket} onChange={ask("tags")} />
        <Suspense>{Facts && <Facts ticket={ticket} />}</Suspense>
      </div>
      <Viewers ticketid={ticket.ticketid} />
      {ticket.closed_on && (
        <p className="max-w-[45%] shrink-0 text-right text-xs break-words text-text-2 max-phone:order-last max-phone:max-w-none max-phone:basis-full max-phone:truncate max-phone:px-3 max-phone:text-left">
          {t("chat.closedBy")}{" "}
          <b className="font-semibold text-text">{shortenName(ticket.closed_by_name ?? "")}</b>
          <br className="max-phone:hidden" /> <span className="hidden max-phone:inline">· </span>
          {t("chat.closedOn")} <span className="tabular-nums">{showDateTime(ticket.closed_on)}</span>
        </p>
      )}
      {!compact &&
        often.map(({ id, Icon, label, act }) => (
          <ActionButton key={id} {...{ id, label, act }} open={panel}>
            <Icon size={18} />
          </ActionButton>
        ))}
      {!compact && more}
      {ticket.can.close && phone && (
        <IconButton label={t("chat.close")} onClick={ask("close")}>
          <CheckCheck size={19} />
        </IconButton>
      )}
      {ticket.can.close && !phone && (
        <Button icon={<CheckCheck size={16} />} title={t("chat.close")} onClick={ask("close")}>
          {t("chat.close")}
        </Button>
      )}
      {compact && more}
      {explained === "automatic" && (
        <Suspense>
          <WhyDialog ticketid={ticket.ticketid} onClose={() => setExplained(null)} />
        </Suspense>
      )}
      {explained === "rules" && (
        <Suspense>
          <WhySheet ticket={ticket} onClose={() => setExplained(null)} />
        </Suspense>
      )}
      {dialog === "reassign" && (
        <Suspense>
          <ReassignDialog ticket={ticket} onClose={closeTicketDialog} />
        </Suspense>
      )}
      {dialog === "snooze" && (
        <Suspense>
          <SnoozeDialog ticket={ticket} onClose={closeTicketDialog} />
        </Suspense>
      )}
      {dialog === "spam" && (
        <Suspense>
          <SpamDialog ticket={ticket} onClose={closeTicketDialog} />
        </Suspense>
      )}
      {dialog === "priority" && (
        <Suspense>
          <PriorityDialog ticket={ticket} onClose={closeTicketDialog} />
        </Suspense>
      )}
      {dialog === "delete" && (
        <Suspense>
          <DeleteDialog ticket={ticket} onClose={closeTicketDialog} />
        </Suspense>
      )}
      {dialog === "merge" && (
        <Suspense>
          <MergeDialog ticket={ticket} onClose={closeTicketDialog} />
        </Suspense>
      )}
      {dialog === "split" && (
        <Suspense>
          <SplitDialog ticket={ticket} first={about} onClose={closeTicketDialog} />
        </Suspense>
      )}
      {dialog === "tags" && (
        <Suspense>
          <TagDialog ticket={ticket} onClose={closeTicketDialog} />
        </Suspense>
      )}
      {dialog === "close" && (
        <Suspense>
          <CloseDialog ticket={ticket} onClose={closeTicketDialog} />
        </Suspense>
      )}
    </div>
  );
}

type ActionButtonProps = Pick<MenuAction, "id" | "label" | "act"> & { open: ChatPanel; children: ReactNode };

/** A button that opens a panel below the header also closes it; the others act or open a dialog. */
function ActionButton({ id, label, act, open, children }: ActionButtonProps) {
  const isPanel = id === "pins" || id === "search";
  const shown = open === id;
  return (
    <IconButton
      label={label}
      {...(isPanel && { "aria-expanded": shown, "data-panel": id })}
      className={shown ? "bg-raised-2 text-text" : id === "following" ? "text-accent-text" : ""}
      onClick={act}
    >
      {children}
    </IconButton>
  );
}

/** One line in which the ticket's id is never cut. */
function Standing({ ticket }: { ticket: Ticket }) {
  const { t } = useTranslation();
  const phone = usePhone();
  const typing = useTyping(ticket.ticketid);
  const noting = useOtherViewers(ticket.ticketid).others.find(({ writes }) => writes === "note");
  const people = usePeople(ticket);
  const channel = useChannelWords(ticket);
  if (typing)
    return (
      <p className="truncate text-xs text-accent-text">
        {typing.who === "agent" ? t("chat.agentTyping", { name: typing.name }) : t("chat.typing")}
      </p>
    );
  if (noting)
    return <p className="truncate text-xs text-note">{t("chat.agentNoting", { name: noting.user_name })}</p>;
  const { department_name: department } = ticket;
  const [before, after] = phone
    ? [people ?? channel, ` · ${department}`]
    : [`${people ? `${people} · ` : ""}${channel} · ${department}`, ""];
  return (
    <p className="flex text-xs whitespace-pre text-text-3">
      <span className="overflow-hidden text-ellipsis">{before}</span>
      <span className="shrink-0">
        {" · "}
        <span className="font-mono">{ticket.ticketid.slice(0, limits.shortIdLength)}</span>
      </span>
      {after && <span className="shrink-[999] overflow-hidden text-ellipsis">{after}</span>}
    </p>
  );
}

/** The people of a mail, whose subject stands in the name's place. */
function usePeople(ticket: Ticket): string | null {
  const phone = usePhone();
  const { subject, others } = useMails(ticket);
  if (!subject) return null;
  if (!phone) return [ticket.client_name, ...others.map(shortName)].join(", ");
  return shortenName(ticket.client_name) + (others.length > 0 ? ` +${others.length}` : "");
}

function useChannelWords({ platform, channel }: Ticket): string {
  const platformName = usePlatformName();
  return `${platformName(platform)}, ${channel.name}`;
}
