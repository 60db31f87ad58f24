import { Copy } from "lucide-react";
import { useTranslation } from "react-i18next";
import { Button } from "../../../ui/Button.tsx";
import { copyText } from "../../../ui/copy-text.ts";
import { toast } from "../../../ui/toast.ts";

/** A text that is made for copying. */
export function Copied({ label, text }: { label: string; text: string }) {
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
