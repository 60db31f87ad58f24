import { useTranslation } from "react-i18next";
import { Button } from "../../../ui/Button.tsx";
import { copyText } from "../../../ui/copy-text.ts";
import { toast } from "../../../ui/toast.ts";

type Props = { webhook_address?: string; webhook_secret?: string; onDone: () => void };

/** The address for posting mails, and the secret that signs them, which is shown only once. */
export function WebhookSecret({ webhook_address: address = "", webhook_secret: secret = "", onDone }: Props) {
  const { t } = useTranslation();
  const shown: [label: string, value: string][] = [
    [t("channelEmail.webhook.address"), address],
    [t("channelEmail.webhook.secret"), secret],
  ];
  async function copy(text: string) {
    try {
      await copyText(text);
      toast(t("channelEmail.webhook.copied"));
    } catch {
      toast(t("channelEmail.webhook.copyFailed"), "danger");
    }
  }
  return (
    <section aria-label={t("channelEmail.webhook.title")} className="grid gap-3">
      <p role="status" className="text-s">
        {t("channelEmail.webhook.once")}
      </p>
      <dl className="grid gap-3 text-s">
        {shown.map(([label, value]) => (
          <div key={label} className="grid gap-1">
            <dt className="text-text-3">{label}</dt>
            <dd className="flex items-start gap-2">
              <code className="min-w-0 flex-1 rounded-m bg-raised px-3 py-2 font-mono text-xs break-all">
                {value}
              </code>
              <Button
                onClick={() => copy(value)}
                aria-label={t("channelEmail.webhook.copyThis", { what: label })}
              >
                {t("channelEmail.webhook.copy")}
              </Button>
            </dd>
          </div>
        ))}
      </dl>
      <Button look="primary" onClick={onDone} className="justify-self-end">
        {t("channelEmail.webhook.done")}
      </Button>
    </section>
  );
}
