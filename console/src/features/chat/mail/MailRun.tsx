import type { Message } from "@parley/contract/messages";
import { UnfoldVertical } from "lucide-react";
import { useTranslation } from "react-i18next";
import { showDay } from "../../../ui/time.ts";
import { useProfile } from "../../session/viewer.ts";
import { writerOf } from "./writer.ts";

type Props = {
  messages: Message[];
  /** Earlier ones are not loaded yet. */
  more: boolean;
  onOpen: () => void;
};

/** More names than fit in a line. */
const mostNames = 8;

/** A run of mails that were read, in one line: their number, their writers, the first day. */
export function MailRun({ messages, more, onOpen }: Props) {
  const { t } = useTranslation();
  const { companyName } = useProfile();
  const [first] = messages;
  if (!first) return null;
  const writers = [...new Set(messages.map((message) => writerOf(message, companyName)))];
  const count = messages.length;
  return (
    <p className="px-7 pt-1 max-phone:px-3">
      <button
        type="button"
        aria-expanded={false}
        onClick={onOpen}
        className="flex w-full items-baseline gap-2.5 rounded-m border border-line px-4 py-1.5 text-left text-s text-text-2 transition duration-150 hover:border-line-strong hover:text-text max-phone:min-h-11 max-phone:items-center max-phone:px-3"
      >
        <b className="shrink-0 font-semibold">{t(more ? "mail.earlierMore" : "mail.earlier", { count })}</b>{" "}
        <span dir="auto" className="min-w-0 flex-1 truncate">
          {writers.slice(0, mostNames).join(", ")}
          {!more && ` · ${t("mail.since", { day: showDay(first.created_on) })}`}
        </span>{" "}
        <UnfoldVertical size={14} aria-hidden="true" className="shrink-0 self-center" />
      </button>
    </p>
  );
}
