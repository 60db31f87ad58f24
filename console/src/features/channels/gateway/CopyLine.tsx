import { Copy } from "lucide-react";
import { useTranslation } from "react-i18next";
import { Button } from "../../../ui/Button.tsx";
import { copyText } from "../../../ui/copy-text.ts";
import { toast } from "../../../ui/toast.ts";

type Props = { label: string; text: string };

/** A text for the company's own system, with a button that copies it. */
export function CopyLine({ label, text }: Props) {
  const { t } = useTranslation();
  async function copy() {
    try {
      await copyText(text);
      toast(t("channelGateway.copied"));
    } catch {
      toast(t("channelGateway.copyFailed"), "danger");
    }
  }
  return (
    <div className="grid min-w-0 grid-cols-[minmax(0,1fr)] gap-2">
      <h3 className="text-s font-semibold text-text-2">{label}</h3>
      <pre className="max-h-60 overflow-auto rounded-m border border-line bg-bg px-3.5 py-3 font-mono text-xs whitespace-pre-wrap break-words">
        <code>{text}</code>
      </pre>
      <Button
        icon={<Copy size={15} />}
        onClick={copy}
        aria-label={t("channelGateway.copyThis", { what: label })}
        className="justify-self-start"
      >
        {t("channelGateway.copy")}
      </Button>
    </div>
  );
}
