import type { Mailbox } from "@parley/contract/mailboxes";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { call } from "../../../api/client.ts";
import { keys } from "../../../api/queries.ts";
import { Button } from "../../../ui/Button.tsx";
import { FormMessage } from "../../../ui/FormMessage.tsx";
import { showDateTime } from "../../../ui/time.ts";
import { useScrollStop } from "../../../ui/use-scroll-stop.ts";
import { failureText } from "../../session/failure-text.ts";

/** Mails that were set aside after three tries, by folder and UID. */
export function UnreadMails({ mailbox: { channelid, unread } }: { mailbox: Mailbox }) {
  const { t } = useTranslation();
  const cache = useQueryClient();
  const stop = useScrollStop<HTMLUListElement>();
  const retry = useMutation({
    mutationFn: () => call("retryMails", { params: { channelid } }),
    onSuccess: (changed) => cache.setQueryData(keys.mailbox(channelid), changed),
  });
  if (unread.length === 0) return null;
  return (
    <section
      aria-label={t("channelEmail.unread.title")}
      className="grid gap-1.5 rounded-m bg-warn/10 p-3 text-s"
    >
      <h3 className="font-semibold">{t("channelEmail.unread.title")}</h3>
      <ul {...stop} className="grid max-h-40 gap-1 overflow-y-auto">
        {unread.map(({ folder, uid, at, retry_on: on }) => (
          <li key={`${folder} ${uid}`} className="break-words">
            {t(`channelEmail.unread.${at}`, { folder, uid })}{" "}
            {on ? t("channelEmail.unread.next", { on: showDateTime(on) }) : t("channelEmail.unread.noNext")}
          </li>
        ))}
      </ul>
      <p className="text-text-2">{t("channelEmail.unread.kept")}</p>
      {retry.error && <FormMessage error={failureText(retry.error, t)} />}
      <Button disabled={retry.isPending} onClick={() => retry.mutate()} className="justify-self-start">
        {t("channelEmail.unread.retry")}
      </Button>
    </section>
  );
}
