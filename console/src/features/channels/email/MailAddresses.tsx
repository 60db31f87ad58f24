import type { Mailbox } from "@parley/contract/mailboxes";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { call } from "../../../api/client.ts";
import { keys } from "../../../api/queries.ts";
import { Button } from "../../../ui/Button.tsx";
import { Checkbox } from "../../../ui/Checkbox.tsx";
import { FormMessage } from "../../../ui/FormMessage.tsx";
import { failureText } from "../../session/failure-text.ts";

const kinds = ["reply", "bounce"] as const;
type Kind = (typeof kinds)[number];

/** Addresses with a plus: whether they are used, and a mail that tests them. */
export function MailAddresses({ mailbox: { channelid, addresses } }: { mailbox: Mailbox }) {
  const { t } = useTranslation();
  const cache = useQueryClient();
  const onSuccess = (changed: Mailbox) => cache.setQueryData(keys.mailbox(channelid), changed);
  const test = useMutation({
    mutationFn: (address: Kind) => call("testMailAddress", { params: { channelid }, body: { address } }),
    onSuccess,
    onError: () => cache.invalidateQueries({ queryKey: keys.mailbox(channelid) }),
  });
  const use = useMutation({
    mutationFn: ({ kind, on }: { kind: Kind; on: boolean }) =>
      call("changeMailbox", {
        params: { channelid },
        body: kind === "reply" ? { reply_address: on } : { bounce_address: on },
      }),
    onSuccess,
  });
  const busy = test.isPending || use.isPending;
  const failure = test.error ?? use.error;
  return (
    <section aria-label={t("channelEmail.addresses.title")} className="grid gap-2 text-s">
      <h3 className="font-semibold">{t("channelEmail.addresses.title")}</h3>
      <p className="text-text-2">{t("channelEmail.addresses.hint")}</p>
      <ul className="grid gap-3">
        {kinds.map((kind) => {
          const { used, tested } = addresses[kind];
          return (
            <li key={kind} className="flex items-start gap-2.5">
              <Checkbox
                label={t(`channelEmail.addresses.${kind}`)}
                checked={used}
                disabled={busy}
                onChange={(on) => use.mutate({ kind, on })}
              />
              <span className="min-w-0 flex-1 break-words">
                <span aria-hidden="true">{t(`channelEmail.addresses.${kind}`)}</span>
                <span className="block text-xs text-text-3">
                  {t(tested ? `channelEmail.addresses.${tested}` : `channelEmail.addresses.${kind}Hint`)}
                </span>
              </span>
              <Button
                disabled={busy || tested === "waiting"}
                onClick={() => test.mutate(kind)}
                aria-label={`${t("channelEmail.addresses.test")}: ${t(`channelEmail.addresses.${kind}`)}`}
              >
                {t("channelEmail.addresses.test")}
              </Button>
            </li>
          );
        })}
      </ul>
      {failure && <FormMessage error={failureText(failure, t)} />}
    </section>
  );
}
