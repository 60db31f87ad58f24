import type { Mail, MailAddress } from "@parley/contract/mail";
import { answersTo } from "@parley/contract/mail-answer";
import { ChevronDown } from "lucide-react";
import { useId, useState } from "react";
import { useTranslation } from "react-i18next";
import { fullName, sameAddress, shortName } from "../../tickets/mail-head/addresses.ts";

type Props = { mail: Mail; writer: string };

/** The writer and the addressees in one line; opened, every address. */
export function People({ mail, writer }: Props) {
  const { t } = useTranslation();
  const [open, setOpen] = useState(false);
  const id = useId();
  const list = (all: MailAddress[]) => all.map(shortName).join(", ");
  const line = [
    mail.to.length > 0 && t("mail.toLine", { names: list(mail.to) }),
    mail.cc.length > 0 && t("mail.ccLine", { names: list(mail.cc) }),
  ].filter(Boolean);
  return (
    <div className="min-w-0 flex-1">
      <button
        type="button"
        aria-expanded={open}
        aria-controls={id}
        onClick={() => setOpen(!open)}
        className="flex max-w-full items-baseline gap-2 rounded-chip text-left max-phone:min-h-11 max-phone:pt-2.5"
      >
        <b dir="auto" className="max-w-[60%] shrink-0 truncate text-s font-semibold">
          {writer}
        </b>
        <span className="min-w-0 truncate text-xs text-text-2">{line.join(", ")}</span>
        <span className="sr-only">, {t("mail.allAddresses")}</span>
        <ChevronDown
          size={13}
          aria-hidden="true"
          className={`shrink-0 translate-y-0.5 text-text-3 transition ${open ? "rotate-180" : ""}`}
        />
      </button>
      {open && (
        <dl
          id={id}
          className="mt-1.5 grid grid-cols-[auto_minmax(0,1fr)] gap-x-3 gap-y-1 border-l-2 border-line-strong py-0.5 pl-3 text-xs"
        >
          <Line name={t("mail.from")} addresses={[mail.from]} />
          <Line name={t("mail.to")} addresses={mail.to} />
          <Line name={t("mail.cc")} addresses={mail.cc} />
          <Line name={t("mail.bcc")} addresses={mail.bcc} />
          <Line
            name={answersTo(mail) === mail.reply_to ? t("mail.replyTo") : t("mail.replyToAsked")}
            addresses={repliesElsewhere(mail)}
          />
          <dt className="text-text-3">{t("mail.subject")}</dt>
          <dd dir="auto" className="min-w-0 break-words select-text">
            {mail.subject || t("mail.noSubject")}
          </dd>
        </dl>
      )}
    </div>
  );
}

function Line({ name, addresses }: { name: string; addresses: MailAddress[] }) {
  if (addresses.length === 0) return null;
  return (
    <>
      <dt className="text-text-3">{name}</dt>
      <dd className="min-w-0 select-text">
        {addresses.map((one) => (
          <span key={one.address} dir="auto" className="block break-words">
            {fullName(one)}
          </span>
        ))}
      </dd>
    </>
  );
}

/** The addresses that the mail names for answers, where they differ from the sender. */
function repliesElsewhere({ from, reply_to }: Mail): MailAddress[] {
  return reply_to.every((one) => sameAddress(one, from)) ? [] : reply_to;
}
