import { limits } from "@parley/contract/limits";
import type { Notification } from "@parley/contract/notifications";
import {
  AtSign,
  CircleAlert,
  Clock,
  Forward,
  MessageCircle,
  Plug,
  Star,
  Unplug,
  Users,
  Workflow,
} from "lucide-react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { adminPaths, workspacePath } from "../../../paths.ts";
import { reasonText } from "../../../ui/reason-text.ts";
import { shortenName } from "../../../ui/shorten.ts";
import { showTime } from "../../../ui/time.ts";
import { usePlatformName } from "../../channels/name.ts";
import { usePlace } from "../list/place.ts";
import { askToStart } from "../sending/start.ts";

type Props = { line: Notification; fresh: boolean; onOpen: () => void };

/** One line of the inbox, with the link to its subject. */
export function InboxLine({ line, fresh, onOpen }: Props) {
  const { t } = useTranslation();
  const platformName = usePlatformName();
  const { view, ticket } = usePlace();
  const short = line.ticketid?.slice(0, limits.shortIdLength) ?? "";
  const Icon = iconOf(line);
  // A mail that was to begin a conversation stands in the list of texts that wait.
  const waits = line.type === "outgoing" && !line.ticketid;
  const ofSettings = settingsOf(line);
  const to = waits
    ? workspacePath()
    : ofSettings
      ? ofSettings
      : line.senderid
        ? workspacePath({ ticket, view, colleague: line.senderid })
        : workspacePath({ ticket: short, view });
  return (
    <li>
      <Link
        to={to}
        state={line.messageid ? { jumpTo: { messageid: line.messageid, seq: line.message_seq } } : undefined}
        onClick={() => {
          if (waits) askToStart("outgoing");
          onOpen();
        }}
        className="flex min-h-12 items-center gap-3 rounded-[12px] px-2 py-1.5 transition-colors duration-150 hover:bg-raised"
      >
        <span
          aria-hidden="true"
          className={`grid size-9 shrink-0 place-items-center rounded-full ${fresh ? "bg-accent text-accent-ink" : "bg-raised-2 text-text-3"}`}
        >
          <Icon size={16} />
        </span>
        <span className={`min-w-0 flex-1 text-s break-words ${fresh ? "font-semibold" : "text-text-2"}`}>
          {line.type === "rating" ? (
            <>
              {line.followed ? t("inbox.followed.rating", { by: line.by_name ?? "" }) : t("inbox.rating")}{" "}
              <span className="font-mono">{short}</span>
              <span className="block text-xs font-normal text-text-3">{shortenName(line.name)}</span>
            </>
          ) : (
            <>
              {text(line)}
              {line.type === "failed" && line.reason && (
                <span className="block text-xs font-normal text-text-2">
                  {reasonText(t, line.reason, "")}
                </span>
              )}
              {line.type === "text" && line.unread > 1 && (
                <span className="ml-2 inline-block rounded-full bg-raised-2 px-1.5 text-xs font-semibold text-text-2 tabular-nums">
                  <span aria-hidden="true">{line.unread}</span>
                  <span className="sr-only">{t("tickets.unread", { count: line.unread })}</span>
                </span>
              )}
            </>
          )}
        </span>
        <time dateTime={line.created_on} className="shrink-0 text-xs text-text-3 tabular-nums">
          {showTime(line.created_on)}
        </time>
      </Link>
    </li>
  );

  function text({ type, name, by_name, channel_platform, ended, followed, reason }: Notification) {
    const by = by_name ?? "";
    if (type === "channel") {
      const account = channel_platform ? `${name} (${platformName(channel_platform)})` : name;
      return t(ended ? "inbox.channelWorks" : "inbox.channel", { name: account });
    }
    if (type === "webhook" || type === "offer") return t(`inbox.${type}`, { name });
    if (type === "rule") return by ? t("inbox.rule", { by, name }) : t("inbox.ruleOff", { name });
    if (type === "goal") return t("inbox.goal", { name, reason: reasonText(t, reason) });
    if (type === "failed")
      return followed ? t("inbox.followed.notSent", { by, name }) : t("inbox.notSent", { name });
    if (type === "outgoing")
      return t(by ? "inbox.outgoingOf" : "inbox.outgoing", { by, name, reason: reasonText(t, reason) });
    if (type === "mention") return t("shell.mention", { by, name });
    if (type === "takeover" || type === "handover")
      return t(followed ? `inbox.followed.${type}` : `shell.${type}`, { by, name });
    return t("inbox.unread", { name });
  }
}

/** The page of the settings that a line leads to. */
function settingsOf({ type, ticketid }: Notification) {
  if (type === "channel") return adminPaths.channels;
  if (type === "webhook") return adminPaths.integrations;
  return type === "rule" && !ticketid ? `${adminPaths.settings}#rules` : null;
}

function iconOf({ type, senderid, ended }: Notification) {
  if (type === "rating") return Star;
  if (type === "channel") return ended ? Plug : Unplug;
  if (type === "failed" || type === "webhook") return CircleAlert;
  if (type === "handover" || type === "takeover" || type === "offer") return Forward;
  if (type === "mention") return AtSign;
  if (type === "rule") return Workflow;
  if (type === "outgoing") return Clock;
  return senderid ? Users : MessageCircle;
}
