import type { Mailbox } from "@parley/contract/mailboxes";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { call } from "../../../api/client.ts";
import { keys } from "../../../api/queries.ts";
import { Button } from "../../../ui/Button.tsx";
import { FormMessage } from "../../../ui/FormMessage.tsx";
import { failureText } from "../../session/failure-text.ts";
import { FetchOlderMail } from "./FetchOlderMail.tsx";

/** The last import of older mail: its progress, or its result. */
export function OlderMail({ mailbox }: { mailbox: Mailbox }) {
  const { t } = useTranslation();
  const cache = useQueryClient();
  const [choosing, setChoosing] = useState(false);
  const { channelid, import: last } = mailbox;
  const cancel = useMutation({
    mutationFn: () => call("cancelMailImport", { params: { channelid } }),
    onSuccess: (changed) => cache.setQueryData(keys.mailbox(channelid), changed),
  });
  const running = last?.state === "running";
  return (
    <section aria-label={t("channelEmail.import.title")} className="grid gap-1.5 text-s">
      {last && (
        <div role="status" className="grid gap-1">
          <p className="font-semibold">{t(`channelEmail.import.${last.state}`)}</p>
          {running && <Progress {...last} />}
          <p className="text-text-2">{t("channelEmail.import.result", last)}</p>
        </div>
      )}
      {cancel.error && <FormMessage error={failureText(cancel.error, t)} />}
      {running ? (
        <Button disabled={cancel.isPending} onClick={() => cancel.mutate()} className="justify-self-start">
          {t("channelEmail.import.cancel")}
        </Button>
      ) : (
        <Button onClick={() => setChoosing(true)} className="justify-self-start">
          {t("channelEmail.import.open")}
        </Button>
      )}
      {choosing && <FetchOlderMail mailbox={mailbox} onClose={() => setChoosing(false)} />}
    </section>
  );
}

function Progress({ found, taken, skipped, unread }: NonNullable<Mailbox["import"]>) {
  const { t } = useTranslation();
  if (found === null) return <p className="text-text-2">{t("channelEmail.import.searching")}</p>;
  const done = Math.min(found, taken + skipped + unread);
  return (
    <div className="flex items-center gap-2.5">
      <progress
        aria-label={t("channelEmail.import.title")}
        value={done}
        max={Math.max(found, 1)}
        className="h-1.5 min-w-0 flex-1 overflow-hidden rounded-full bg-raised-2 [&::-moz-progress-bar]:bg-accent [&::-webkit-progress-bar]:bg-raised-2 [&::-webkit-progress-value]:bg-accent"
      />
      <span className="shrink-0 text-text-2 tabular-nums">
        {t("channelEmail.import.progress", { done, found })}
      </span>
    </div>
  );
}
