import { Copy } from "lucide-react";
import { useTranslation } from "react-i18next";
import { Button } from "../../../ui/Button.tsx";
import { copyText } from "../../../ui/copy-text.ts";
import { toast } from "../../../ui/toast.ts";

type Props = { label: string; code: string };

/** A text to paste elsewhere, with a button that copies it. */
export function CopyCode({ label, code }: Props) {
  const { t } = useTranslation();
  async function copy() {
    try {
      await copyText(code);
      toast(t("channelWeb.copied"));
    } catch {
      toast(t("channelWeb.copyFailed"), "danger");
    }
  }
  return (
    <div className="grid min-w-0 grid-cols-[minmax(0,1fr)] gap-2">
      <pre className="max-h-80 overflow-auto rounded-m border border-line bg-bg px-3.5 py-3 font-mono text-xs whitespace-pre-wrap break-words">
        <code>{code}</code>
      </pre>
      <Button
        icon={<Copy size={15} />}
        onClick={copy}
        aria-label={t("channelWeb.copyThis", { what: label })}
        className="justify-self-start"
      >
        {t("channelWeb.copy")}
      </Button>
    </div>
  );
}
