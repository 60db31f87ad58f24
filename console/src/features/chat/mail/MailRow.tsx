import type { Message } from "@parley/contract/messages";
import type { Ticket } from "@parley/contract/tickets";
import { FoldVertical, Pin } from "lucide-react";
import { type RefObject, Suspense, useEffect, useRef } from "react";
import { useTranslation } from "react-i18next";
import { preloadedPart } from "../../../ui/lazy-part.ts";
import { showTime } from "../../../ui/time.ts";
import { useProfile } from "../../session/viewer.ts";
import { MenuButton } from "../message-kinds/MenuButton.tsx";
import { useMessageMenu } from "../message-kinds/message-menu.ts";
import { Status } from "../message-kinds/Status.tsx";
import { Trouble } from "../message-kinds/Trouble.tsx";
import { useIsPinned } from "../pins/pinned.ts";
import { FoldedMail } from "./FoldedMail.tsx";
import { LayoutSwitch } from "./LayoutSwitch.tsx";
import { MailBody } from "./MailBody.tsx";
import { MailMarks } from "./MailMarks.tsx";
import { isSettled, useMailView } from "./mail-views.ts";
import { People } from "./People.tsx";
import { writerOf } from "./writer.ts";

const SplitMark = preloadedPart(
  async () => (await import("../message-kinds/SplitMark.tsx")).SplitMark,
  "splitting",
);

type Props = {
  ticket: Ticket;
  message: Message;
  /** True for the first mail, or one with another subject than the mail before. */
  newSubject: boolean;
  highlighted: boolean;
  /** True when it was read and newer ones follow: it is one line until the reader opens it. */
  mayFold: boolean;
};

/** A mail: its sender and addressees, its text without quotes, its files. */
export function MailRow({ ticket, message, newSubject, highlighted, mayFold }: Props) {
  const { t } = useTranslation();
  const { companyName } = useProfile();
  const menu = useMessageMenu(message);
  const pinned = useIsPinned(message.messageid);
  const { mail, isagent: own } = message;
  const [view, setView] = useMailView(message.messageid);
  const folding = mayFold && isSettled(message);
  const folded = folding && !view.open && !highlighted;
  const [toggle, moveFocus] = useFocusAfter(folded);
  useEffect(() => {
    // The target of a search or a jump stays open.
    if (highlighted && folding && !view.open) setView({ open: true });
  });
  if (!mail) return null;
  function fold(open: boolean) {
    moveFocus();
    setView({ open });
  }
  const writer = writerOf(message, companyName);
  const time = showTime(message.created_on);
  return (
    <article
      aria-label={t("message.from", { name: writer, time })}
      data-message={message.messageid}
      data-highlighted={highlighted || undefined}
      className={`group flex flex-col px-7 max-phone:px-3 ${folded ? "pt-1" : "pt-2.5"}`}
    >
      {folded ? (
        <FoldedMail message={message} writer={writer} toggle={toggle} onOpen={() => fold(true)} />
      ) : (
        <div
          {...menu}
          className={`relative w-[86%] max-w-3xl rounded-card border transition-shadow duration-180 max-phone:w-full pointer-coarse:select-none ${own ? "self-end border-own-line bg-own" : "self-start border-line bg-theirs"} ${highlighted ? "ring-2 ring-accent-text" : ""}`}
        >
          <header className="flex items-baseline gap-2.5 px-4 pt-2.5 max-phone:px-3 max-phone:pt-0.5 max-phone:pr-10">
            <People mail={mail} writer={writer} />
            <span className="flex shrink-0 items-baseline gap-1.5 text-xs text-text-2 tabular-nums">
              {folding && (
                <button
                  ref={toggle}
                  type="button"
                  aria-expanded
                  aria-label={t("mail.fold")}
                  title={t("mail.fold")}
                  onClick={() => fold(false)}
                  className="relative grid size-5 place-items-center self-center rounded-chip text-text-3 transition duration-150 before:absolute before:-inset-0.5 hover:bg-raised-2 hover:text-text max-phone:before:-inset-3"
                >
                  <FoldVertical size={14} aria-hidden="true" />
                </button>
              )}
              <LayoutSwitch messageid={message.messageid} mail={mail} />
              {pinned && (
                <Pin
                  size={12}
                  role="img"
                  aria-label={t("message.pinned")}
                  className="self-center text-accent-text"
                />
              )}
              {message.automatic && <span>{t("message.automatic")}</span>}
              <time dateTime={message.created_on}>{time}</time>
              {message.status && <Status status={message.status} />}
            </span>
          </header>
          {newSubject && mail.subject && (
            <p dir="auto" className="px-4 pt-1 font-semibold break-words max-phone:px-3">
              <span className="sr-only">{t("mail.subject")}: </span>
              {mail.subject}
            </p>
          )}
          <MailMarks marks={mail.marks} />
          <MailBody message={message} mail={mail} />
          <MenuButton message={message} own={own} wide />
        </div>
      )}
      {!folded && (message.split_into || message.copied) && (
        <Suspense>
          <SplitMark message={message} />
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

/** The focus moves between the button that folds and the one that opens. */
function useFocusAfter(folded: boolean): [RefObject<HTMLButtonElement | null>, () => void] {
  const toggle = useRef<HTMLButtonElement>(null);
  const moving = useRef(false);
  // biome-ignore lint/correctness/useExhaustiveDependencies: it is for the change of `folded`
  useEffect(() => {
    if (moving.current) toggle.current?.focus({ preventScroll: true });
    moving.current = false;
  }, [folded]);
  return [
    toggle,
    () => {
      moving.current = true;
    },
  ];
}
