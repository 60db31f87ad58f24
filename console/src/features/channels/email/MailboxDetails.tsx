import type { ChannelRow } from "@parley/contract/channels";
import type { Mailbox } from "@parley/contract/mailboxes";
import { useQuery } from "@tanstack/react-query";
import type { TFunction } from "i18next";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { mailboxQuery } from "../../../api/queries.ts";
import { Button } from "../../../ui/Button.tsx";
import { Skeleton } from "../../../ui/Skeleton.tsx";
import { showDateTime } from "../../../ui/time.ts";
import { MailAddresses } from "./MailAddresses.tsx";
import { MailboxReading } from "./MailboxReading.tsx";
import { OlderMail } from "./OlderMail.tsx";
import { UnreadMails } from "./UnreadMails.tsx";

/** Milliseconds between two fetches, while something changes without an event. */
const pace = 15_000;

const isMoving = (mailbox: Mailbox | undefined) =>
  mailbox?.import?.state === "running" || (mailbox?.unread.length ?? 0) > 0;

/** The servers of a mailbox, and the records of its domain. */
export function MailboxDetails({ account }: { account: ChannelRow }) {
  const { t } = useTranslation();
  const [reading, setReading] = useState(false);
  const {
    data: mailbox,
    isPending,
    refetch,
  } = useQuery({
    ...mailboxQuery(account.channelid),
    refetchInterval: ({ state }) => (isMoving(state.data) ? pace : false),
  });
  if (isPending) return <Skeleton className="h-24 rounded-m" />;
  if (!mailbox) {
    return (
      <p role="alert" className="text-s text-danger">
        {t("channelEmail.details.failed")} <Button onClick={() => refetch()}>{t("common.retry")}</Button>
      </p>
    );
  }
  return (
    <>
      <dl className="grid gap-1.5 text-s">
        {factsOf(mailbox, t).map(([label, value]) => (
          <div key={label} className="flex justify-between gap-3">
            <dt className="shrink-0 text-text-3">{label}</dt>
            <dd className="min-w-0 text-right break-words">{value}</dd>
          </div>
        ))}
      </dl>
      <UnreadMails mailbox={mailbox} />
      <MailAddresses mailbox={mailbox} />
      {mailbox.imap && (
        <>
          <Button onClick={() => setReading(true)} className="justify-self-start">
            {t("channelEmail.reading.open")}
          </Button>
          <OlderMail mailbox={mailbox} />
        </>
      )}
      {reading && <MailboxReading mailbox={mailbox} onClose={() => setReading(false)} />}
    </>
  );
}

function factsOf(mailbox: Mailbox, t: TFunction): [label: string, value: string][] {
  const { imap, smtp, idle, looked_on: lookedOn, domain, bounced } = mailbox;
  const server = ({ host, port }: { host: string; port: number }) => `${host}:${port}`;
  const receives = imap ? `IMAP ${server(imap)}` : t("channelEmail.details.byWebhook");
  const announced = idle ? t("channelEmail.details.announced") : t("channelEmail.details.polled");
  const record = (name: string, found: boolean | null) =>
    `${name} ${t(`channelEmail.details.${found === null ? "unknown" : found ? "present" : "missing"}`)}`;
  const records = [record("SPF", domain.spf), record("DKIM", domain.dkim), record("DMARC", domain.dmarc)];
  return [
    [t("channelEmail.details.receives"), receives],
    ...(imap && idle !== null ? [[t("channelEmail.details.newMail"), announced] as [string, string]] : []),
    ...(lookedOn ? [[t("channelEmail.details.lookedOn"), showDateTime(lookedOn)] as [string, string]] : []),
    [t("channelEmail.details.sends"), `SMTP ${server(smtp)}`],
    [domain.name, records.join(" · ")],
    [t("channelEmail.details.bounced"), String(bounced)],
  ];
}
