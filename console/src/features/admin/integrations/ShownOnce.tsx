import type { MadeKey } from "@parley/contract/keys";
import { Copy } from "lucide-react";
import { useTranslation } from "react-i18next";
import { Button } from "../../../ui/Button.tsx";
import { copyText } from "../../../ui/copy-text.ts";
import { Dialog } from "../../../ui/Dialog.tsx";
import { toast } from "../../../ui/toast.ts";

type Props = { made: MadeKey; address: string; onClose: () => void };

/** A new secret, which no other screen shows, with a line that works when it is pasted. */
export function ShownOnce({ made, address, onClose }: Props) {
  const { t } = useTranslation();
  const { token } = made;
  const { name, abilities } = made.key;
  const first = abilities.includes("readTickets")
    ? "tickets"
    : abilities.includes("readClients")
      ? "clients"
      : "departments";
  const line = `curl -H "Authorization: Bearer ${token}" ${address}/api/v1/${first}`;
  return (
    <Dialog
      open
      wide
      onClose={onClose}
      title={t("integrations.made", { name })}
      description={t("integrations.madeHint")}
    >
      <div className="mt-4 grid grid-cols-[minmax(0,1fr)] gap-4">
        <Copied label={t("integrations.key")} text={token} />
        <Copied label={t("integrations.tryIt")} text={line} />
      </div>
      <div className="mt-6 flex justify-end">
        <Button look="primary" onClick={onClose}>
          {t("integrations.done")}
        </Button>
      </div>
    </Dialog>
  );
}

function Copied({ label, text }: { label: string; text: string }) {
  const { t } = useTranslation();
  async function copy() {
    try {
      await copyText(text);
      toast(t("integrations.copied"));
    } catch {
      toast(t("integrations.copyFailed"), "danger");
    }
  }
  return (
    <section aria-label={label} className="grid grid-cols-[minmax(0,1fr)] gap-1.5">
      <div className="flex items-end justify-between gap-2">
        <h3 className="text-s font-semibold text-text-2">{label}</h3>
        <Button size="small" icon={<Copy size={14} />} onClick={copy}>
          {t("integrations.copy")}
        </Button>
      </div>
      <pre className="rounded-m border border-line bg-bg px-3.5 py-3 font-mono text-xs whitespace-pre-wrap break-all">
        <code>{text}</code>
      </pre>
    </section>
  );
}
