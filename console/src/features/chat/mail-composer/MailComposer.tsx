import type { DraftMail } from "@parley/contract/drafts";
import type { MailAddress } from "@parley/contract/mail";
import type { Message } from "@parley/contract/messages";
import type { Ticket } from "@parley/contract/tickets";
import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { sendTyping } from "../../../api/events.ts";
import { asHtml } from "../../../ui/as-html.ts";
import { whenNotTyping } from "../../../ui/keys.ts";
import { usePhone } from "../../../ui/viewport.ts";
import { shortName, without } from "../../tickets/mail-head/addresses.ts";
import { type AnswerKind, hasOthers } from "../../tickets/mail-head/recipients.ts";
import { useMails } from "../../tickets/mail-head/use-mails.ts";
import { currentDraft, write } from "../../tickets/sending/drafts.ts";
import { consumeExtras } from "../../tickets/sending/extras.ts";
import { sendMail } from "../../tickets/sending/sending.ts";
import { GuardNotice } from "../composer/GuardNotice.tsx";
import { useSendLimits } from "../composer/send-limits.ts";
import { useSendTyping } from "../composer/send-typing.ts";
import { useTakeBackLast } from "../composer/take-back-last.ts";
import { useWritten } from "../composer/use-draft.ts";
import { useGuard } from "../composer/use-guard.ts";
import { KindChoice } from "./KindChoice.tsx";
import { KindMenu } from "./KindMenu.tsx";
import { MailForm } from "./MailForm.tsx";
import { beginDraft, changeKind, isBlank, mayQuote } from "./mail-draft.ts";
import { QuotedMail } from "./QuotedMail.tsx";
import { Signature } from "./Signature.tsx";
import { attachFiles } from "./uploads.ts";

/** An answer requested in a message's menu. */
export type MailAnswer = { message: Message; kind: AnswerKind };

type Props = {
  ticket: Ticket;
  answer: MailAnswer | null;
  onAnswered: () => void;
  /** Files that were dropped beside the text. */
  dropped: File[];
  onAttached: () => void;
  /** True when the agent has just accepted the ticket here, and writing comes next. */
  focused: boolean;
};

/** Answers a ticket by mail. */
export function MailComposer({ ticket, answer, onAnswered, dropped, onAttached, focused }: Props) {
  const { t } = useTranslation();
  const cache = useQueryClient();
  const { ticketid } = ticket;
  const { mails, own, participants } = useMails(ticket);
  const [{ text, mail }, saved] = useWritten(ticketid);
  const { rules } = useSendLimits(ticket);
  const mostFile = rules?.upload.document.most ?? Number.POSITIVE_INFINITY;
  const { held, armed, release } = useGuard(ticketid);
  const showTyping = useSendTyping(ticketid);
  const takeBackLast = useTakeBackLast(ticketid);
  const phone = usePhone();
  const begunFor = useRef<MailAnswer>(null);
  const section = useRef<HTMLDivElement>(null);
  const latest = mails.findLast(({ isagent }) => !isagent) ?? mails.at(-1) ?? null;
  const begun = beginDraft("reply", latest, own);
  // Forwarding alone is no draft: the first word or address makes one.
  const [passing, setPassing] = useState<DraftMail | null>(null);
  const newest = useRef(passing);
  const draft = mail ?? passing ?? { ...begun, html: asHtml(text) };
  const mailOf = ({ about }: DraftMail) => mails.find(({ messageid }) => messageid === about) ?? null;
  const about = mailOf(draft);
  const focus = () => focusIn(section.current);

  useEffect(() => whenNotTyping({ KeyR: () => focusIn(section.current) }), []);
  useEffect(() => {
    if (held || focused) focusIn(section.current);
  }, [held, focused]);

  function save(next: DraftMail, written: string) {
    const passed = next.kind === "forward" ? beginDraft("forward", mailOf(next), own) : begun;
    const blank = isBlank(written, next, begun) || isBlank(written, next, passed);
    pass(blank && next.kind === "forward" ? next : null);
    if (blank) write(cache, ticketid, "");
    else write(cache, ticketid, written, next);
  }

  function pass(next: DraftMail | null) {
    newest.current = next;
    setPassing(next);
  }

  function change(changed: (draft: DraftMail) => DraftMail, written?: string) {
    const now = currentDraft(cache, ticketid);
    save(
      changed(now?.mail ?? newest.current ?? { ...begun, html: asHtml(now?.text ?? "") }),
      written ?? now?.text ?? "",
    );
  }

  function choose(kind: AnswerKind, message: Message | null = about ?? latest) {
    change((before) => changeKind(before, kind, about, message, own));
  }

  useEffect(() => {
    if (!answer || answer === begunFor.current) return;
    begunFor.current = answer;
    choose(answer.kind, answer.message);
    onAnswered();
    focus();
  });

  useEffect(() => {
    if (dropped.length === 0) return;
    attachFiles({ ticketid }, dropped, mostFile, change);
    onAttached();
  });

  function submit(leaves?: string) {
    if (held && !armed) return;
    release();
    sendTyping(ticketid, "nothing");
    sendMail(cache, ticketid, text, { mail: draft, macro: consumeExtras(ticketid).macro, leaves });
    pass(null);
    write(cache, ticketid, "");
    focus();
  }

  function keepEditing() {
    release();
    focus();
  }

  const answers = (about ?? latest) && {
    kind: draft.kind,
    others: hasOthersThan(about ?? latest, own),
    onChoose: (kind: AnswerKind) => choose(kind),
  };
  return (
    <div ref={section} className="px-5 pb-4 max-phone:px-2 max-phone:pb-2">
      <MailForm
        place={{ ticketid }}
        ticket={ticket}
        draft={draft}
        text={text}
        participants={participants}
        mostFile={mostFile}
        onChange={change}
        onSend={submit}
        later={!held}
        onTakeBack={takeBackLast}
        armed={!held || armed}
        onTyped={showTyping}
        lead={answers && phone ? (rows) => <KindMenu {...answers} rows={rows} /> : undefined}
        onEscape={() => {
          if (held) keepEditing();
          return held !== undefined;
        }}
        above={
          <>
            {held && (
              <div className="p-1 pb-0">
                <GuardNotice
                  clientName={ticket.client_name}
                  news={held.news}
                  armed={armed}
                  onSend={() => submit()}
                  onEdit={keepEditing}
                />
              </div>
            )}
            {answers && !phone && <KindChoice {...answers} />}
          </>
        }
        below={
          <>
            <Signature departmentid={ticket.departmentid} />
            {about && !(about.isagent && draft.kind !== "forward") && (
              <QuotedMail
                about={about}
                quoted={draft.quoted}
                forwarded={draft.kind === "forward"}
                prevented={draft.kind === "forward" ? null : preventedBy(about, draft, participants)}
                onQuote={(quoted) => change((before) => ({ ...before, quoted }))}
              />
            )}
          </>
        }
      />
      {!phone && (
        <p className="flex justify-between gap-3 px-2 pt-1.5 text-xs text-text-3">
          <span>{t("mailComposer.hint")}</span>
          {mail && saved && <span>{t("composer.draft")}</span>}
        </p>
      )}
    </div>
  );
}

const focusIn = (section: HTMLElement | null) =>
  section?.querySelector<HTMLElement>("[contenteditable=true]")?.focus();

const hasOthersThan = (message: Message | null, own: Parameters<typeof hasOthers>[1]) =>
  message?.mail ? hasOthers({ mail: message.mail, isagent: message.isagent }, own) : false;

/** The server decides the same: an addressee outside the conversation gets nothing of it. */
function preventedBy(about: Message, { to, cc, bcc }: DraftMail, participants: MailAddress[]) {
  if (!mayQuote(about)) return { by: "sender" as const };
  const [outsider] = without([...to, ...cc, ...bcc], participants);
  return outsider ? { by: "addressee" as const, name: shortName(outsider) } : null;
}
