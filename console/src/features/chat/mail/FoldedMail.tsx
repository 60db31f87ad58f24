import type { Message } from "@parley/contract/messages";
import { Paperclip } from "lucide-react";
import type { RefObject } from "react";
import { useTranslation } from "react-i18next";
import { showTime } from "../../../ui/time.ts";

type Props = {
  message: Message;
  writer: string;
  toggle: RefObject<HTMLButtonElement | null>;
  onOpen: () => void;
};

/** Characters; more than fit in a line. */
const firstWords = 200;

/** A mail that was read, in one line: its writer, the first words, the time. */
export function FoldedMail({ message, writer, toggle, onOpen }: Props) {
  const { t } = useTranslation();
  const { content, files, created_on, isagent: own } = message;
  const words = content.slice(0, firstWords).replace(/\s+/g, " ").trim();
  return (
    <button
      ref={toggle}
      type="button"
      aria-expanded={false}
      onClick={onOpen}
      className={`flex w-[86%] max-w-3xl items-baseline gap-2.5 rounded-m border px-4 py-1.5 text-left text-s transition duration-150 hover:border-line-strong max-phone:min-h-11 max-phone:w-full max-phone:items-center max-phone:px-3 ${own ? "self-end border-own-line bg-own/60" : "self-start border-line bg-theirs/60"}`}
    >
      <b dir="auto" className="max-w-[40%] shrink-0 truncate font-semibold">
        {writer}
      </b>{" "}
      <span dir="auto" className="min-w-0 flex-1 truncate text-text-2">
        {words || t("mail.noText")}
      </span>{" "}
      {files.length > 0 && (
        <Paperclip
          size={13}
          role="img"
          aria-label={t("mail.files")}
          className="shrink-0 self-center text-text-2"
        />
      )}{" "}
      <time dateTime={created_on} className="shrink-0 text-xs text-text-2 tabular-nums">
        {showTime(created_on)}
      </time>
    </button>
  );
}
