import type { Outgoing } from "@parley/contract/outgoing";
import type { Reason } from "@parley/contract/reasons";
import { CircleAlert, Clock, Undo2, Zap } from "lucide-react";
import { useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import { Button } from "../../../ui/Button.tsx";
import { FileLine } from "../../../ui/FileLine.tsx";
import { reasonText } from "../../../ui/reason-text.ts";
import { showDateTime } from "../../../ui/time.ts";
import { useViewer } from "../../session/viewer.ts";
import { shortName } from "../mail-head/addresses.ts";
import { LeftActions } from "./LeftActions.tsx";
import { placeOf, useChangeOutgoing, useSendNow, useTakeBack } from "./outgoing.ts";
import { SendLaterDialog } from "./SendLaterDialog.tsx";

const writerLeft: Reason = { code: "outgoing_writer_left", facts: {} };

type Props = { one: Outgoing /** The agent handles its ticket. */; mayDrop: boolean };

/** A text that has not left yet: when it leaves, or why it did not, and what one can do about it. */
export function WaitingText({ one, mayDrop }: Props) {
  const { t } = useTranslation();
  const { id, abilities } = useViewer();
  const [changing, setChanging] = useState(false);
  const takeBack = useTakeBack(one);
  const sendNow = useSendNow(one);
  const change = useChangeOutgoing(one, () => setChanging(false));
  const own = one.userid === id;
  const text = one.content || one.caption || "";
  const busy = takeBack.isPending || sendNow.isPending;
  // A text whose writer has left stops at its time.
  const stopped = one.due_on === null || one.writer_left;
  const reason = one.reason ?? (one.writer_left ? writerLeft : null);
  const isLeft = !own && one.writer_left && (mayDrop || abilities.has("manageAgents"));
  return (
    <article
      data-outgoing={one.messageid}
      className={`max-w-full min-w-0 animate-arrive self-end rounded-card rounded-br-[5px] border border-dashed bg-own px-3 pt-2 pb-1.5 ${stopped ? "border-danger" : "border-own-line"}`}
    >
      {one.file_name && (
        <FileLine name={one.file_name} size={one.file_size ?? 0} type={one.file_type ?? ""} />
      )}
      {one.mail && <MailLines mail={one.mail} />}
      {text && (
        <p dir="auto" className="line-clamp-4 break-words whitespace-pre-wrap">
          {text}
        </p>
      )}
      {one.macro && (
        <p className="mt-1 flex items-start gap-1.5 text-xs text-text-2">
          <Zap size={14} aria-hidden="true" className="mt-0.5 shrink-0 text-accent-text" />
          <span dir="auto" className="min-w-0 break-words">
            {t("sendLater.macro", { name: one.macro.name })}
          </span>
        </p>
      )}
      <p
        role={stopped ? "alert" : undefined}
        className={`mt-1 flex items-start gap-1.5 text-xs tabular-nums ${stopped ? "text-danger" : "text-text-2"}`}
      >
        {stopped ? (
          <CircleAlert size={14} aria-hidden="true" className="mt-0.5 shrink-0" />
        ) : (
          <Clock size={14} aria-hidden="true" className="mt-0.5 shrink-0" />
        )}
        <span className="min-w-0 break-words">
          {!own && `${one.user_name} · `}
          {stopped ? t("sendLater.stopped", { reason: reasonText(t, reason) }) : <Due one={one} />}
        </span>
      </p>
      {isLeft && <LeftActions one={one} />}
      {(own || (mayDrop && !isLeft)) && (
        <div className="mt-1 flex flex-wrap justify-end gap-1.5 max-phone:gap-1 max-phone:*:px-2.5!">
          {own && !one.held && (
            <Button size="small" look="quiet" disabled={busy} onClick={() => setChanging(true)}>
              {t("sendLater.change")}
            </Button>
          )}
          {own && (
            <Button size="small" look="quiet" disabled={busy} onClick={() => sendNow.mutate()}>
              {t("sendLater.now")}
            </Button>
          )}
          <Button size="small" disabled={busy} icon={<Undo2 size={14} />} onClick={() => takeBack.mutate()}>
            {t("sendLater.takeBack")}
          </Button>
        </div>
      )}
      {changing && (
        <SendLaterDialog
          place={placeOf(one)}
          title={t("sendLater.changeTitle")}
          {...(!one.mail && { text })}
          disabled={change.isPending}
          onClose={() => setChanging(false)}
          onChoose={(leaves, content) =>
            change.mutate({ ...(leaves && { leaves }), ...(content !== undefined && { content }) })
          }
        />
      )}
    </article>
  );
}

/** A mail's addressees, subject and files. */
function MailLines({ mail: { to, cc, bcc, subject, files } }: { mail: NonNullable<Outgoing["mail"]> }) {
  const { t } = useTranslation();
  const people = [...to, ...cc, ...bcc].map(shortName).join(", ");
  return (
    <div className="mb-1 min-w-0 text-s">
      {subject && (
        <p dir="auto" className="line-clamp-2 font-semibold break-words">
          {subject}
        </p>
      )}
      <p className="line-clamp-2 break-words text-text-2">{t("sendLater.to", { people })}</p>
      {files.map(({ fileid, name, size, type }) => (
        <FileLine key={fileid} name={name} size={size ?? 0} type={type ?? ""} />
      ))}
    </div>
  );
}

function Due({ one }: { one: Outgoing }) {
  const { t } = useTranslation();
  const due = one.due_on ?? one.created_on;
  const seconds = useSecondsUntil(one.held ? due : null);
  if (one.held) return t("sendLater.inSeconds", { count: seconds });
  return t("sendLater.at", { time: showDateTime(due) });
}

/** Counts down each second; never below one, since the server decides when it has left. */
function useSecondsUntil(time: string | null): number {
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    if (time === null) return;
    const timer = setInterval(() => setNow(Date.now()), 1_000);
    return () => clearInterval(timer);
  }, [time]);
  return time === null ? 0 : Math.max(1, Math.ceil((Date.parse(time) - now) / 1_000));
}
