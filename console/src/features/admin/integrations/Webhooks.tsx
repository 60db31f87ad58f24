import type { MadeWebhook, Webhook } from "@parley/contract/webhooks";
import { useQuery } from "@tanstack/react-query";
import { CloudOff, Plus } from "lucide-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { Button } from "../../../ui/Button.tsx";
import { Dialog } from "../../../ui/Dialog.tsx";
import { Skeleton } from "../../../ui/Skeleton.tsx";
import { PaneState } from "../../../ui/States.tsx";
import { showDateTime } from "../../../ui/time.ts";
import { AskOnce } from "../../account/keys/AskOnce.tsx";
import { Copied } from "../../account/keys/Copied.tsx";
import { Done } from "../../account/keys/Done.tsx";
import { Deliveries } from "./Deliveries.tsx";
import { EditWebhook } from "./EditWebhook.tsx";
import { type WebhookAction, WebhookRow } from "./WebhookRow.tsx";
import { useWebhookSettings } from "./webhook-settings.ts";
import { webhooksQuery } from "./webhooks-query.ts";

type Asked =
  | { what: Exclude<WebhookAction, "start" | "pause">; webhook: Webhook }
  | { what: "new" }
  | { what: "made"; made: MadeWebhook };

/** The addresses to which the company's events are sent. */
export function Webhooks() {
  const { t } = useTranslation();
  const { data, refetch, isPending } = useQuery(webhooksQuery);
  const { rotate, remove, start, pause } = useWebhookSettings();
  const [asked, setAsked] = useState<Asked | null>(null);
  const leave = () => setAsked(null);
  const show = (made: MadeWebhook) => setAsked({ what: "made", made });
  if (isPending) return <Skeleton className="h-40 rounded-card" />;
  if (!data)
    return (
      <PaneState alert icon={<CloudOff />} title={t("integrations.hook.loadFailed")}>
        <Button onClick={() => refetch()}>{t("common.retry")}</Button>
      </PaneState>
    );
  function act(what: WebhookAction, webhook: Webhook) {
    if (what === "start") start.mutate(webhook.webhookid);
    else if (what === "pause") pause.mutate(webhook.webhookid);
    else setAsked({ what, webhook });
  }
  return (
    <section aria-label={t("integrations.hook.title")} className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <h3 className="text-m font-semibold">{t("integrations.hook.title")}</h3>
        <Button icon={<Plus size={16} />} onClick={() => setAsked({ what: "new" })}>
          {t("integrations.hook.new")}
        </Button>
      </div>
      <p className="text-s text-text-2">{t("integrations.hook.hint")}</p>
      {data.newest_event_on && (
        <p className="text-xs text-text-3 tabular-nums">
          {t("integrations.hook.newest", { time: showDateTime(data.newest_event_on) })}
        </p>
      )}
      {data.webhooks.length === 0 && <p className="text-s text-text-2">{t("integrations.hook.none")}</p>}
      <ul className="grid divide-y divide-line rounded-card border border-line empty:hidden">
        {data.webhooks.map((webhook) => (
          <WebhookRow
            key={webhook.webhookid}
            item={webhook}
            starting={start.isPending}
            onAct={(what) => act(what, webhook)}
          />
        ))}
      </ul>
      {asked?.what === "new" && <EditWebhook onClose={leave} onMade={show} />}
      {asked?.what === "edit" && <EditWebhook item={asked.webhook} onClose={leave} onMade={show} />}
      {asked?.what === "log" && <Deliveries item={asked.webhook} onClose={leave} />}
      {asked?.what === "made" && <SecretOnce made={asked.made} onClose={leave} />}
      {asked?.what === "rotate" && (
        <AskOnce
          title={t("integrations.rotateTitle", { name: asked.webhook.name })}
          hint={t("integrations.hook.rotateHint")}
          action={t("integrations.rotate")}
          busy={rotate.isPending}
          onClose={leave}
          onAct={() => rotate.mutate(asked.webhook.webhookid, { onSuccess: show })}
        />
      )}
      {asked?.what === "remove" && (
        <AskOnce
          danger
          title={t("integrations.hook.removeTitle", { name: asked.webhook.name })}
          hint={t("integrations.hook.removeHint")}
          action={t("integrations.hook.remove")}
          busy={remove.isPending}
          onClose={leave}
          onAct={() => remove.mutate(asked.webhook.webhookid, { onSuccess: leave })}
        />
      )}
    </section>
  );
}

/** The new secret, and a line of curl that works when pasted with a key in it. */
function SecretOnce({ made, onClose }: { made: MadeWebhook; onClose: () => void }) {
  const { t } = useTranslation();
  const { webhookid, types } = made.webhook;
  const line = [
    `curl ${window.location.origin}/api/v1/webhooks/${webhookid}/test`,
    `-H "Authorization: Bearer $PARLEY_KEY"`,
    `-H "Content-Type: application/json"`,
    `-d '${JSON.stringify({ type: types[0] ?? "ticket_close" })}'`,
  ].join(" \\\n  ");
  return (
    <Dialog
      open
      wide
      onClose={onClose}
      title={t("integrations.hook.made", { name: made.webhook.name })}
      description={t("integrations.hook.madeHint")}
    >
      <div className="mt-4 grid grid-cols-[minmax(0,1fr)] gap-4">
        <Copied label={t("integrations.hook.secret")} text={made.secret} />
        <Copied label={t("integrations.hook.sendExample")} text={line} />
      </div>
      <Done onClose={onClose} />
    </Dialog>
  );
}
