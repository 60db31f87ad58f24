import { Copy, Download } from "lucide-react";
import { useEffect, useRef } from "react";
import { useTranslation } from "react-i18next";
import { Button } from "../../../ui/Button.tsx";
import { copyText } from "../../../ui/copy-text.ts";
import { toast } from "../../../ui/toast.ts";

/** Ten codes, which are shown only once. */
export function RecoveryCodes({ codes, onDone }: { codes: string[]; onDone: () => void }) {
  const { t } = useTranslation();
  const heading = useRef<HTMLHeadingElement>(null);
  // The focused button has disappeared.
  useEffect(() => heading.current?.focus(), []);
  const copy = async () => {
    try {
      await copyText(codes.join("\n"));
      toast(t("twoStep.copied"));
    } catch {
      toast(t("twoStep.notCopied"), "danger");
    }
  };
  return (
    <div className="mt-3 grid gap-4">
      <h3 ref={heading} tabIndex={-1} className="font-semibold outline-none">
        {t("twoStep.codesTitle")}
      </h3>
      <p className="text-text-2">{t("twoStep.codesHint")}</p>
      <ul className="grid grid-cols-2 gap-x-6 gap-y-1.5 rounded-m border border-line bg-raised p-4 font-mono max-phone:grid-cols-1">
        {codes.map((code) => (
          <li key={code} className="text-center select-all">
            {code}
          </li>
        ))}
      </ul>
      <div className="flex flex-wrap gap-2">
        <Button icon={<Copy size={15} />} onClick={copy}>
          {t("twoStep.copy")}
        </Button>
        <Button icon={<Download size={15} />} onClick={() => save(codes)}>
          {t("twoStep.download")}
        </Button>
        <span className="flex-1" />
        <Button look="primary" onClick={onDone}>
          {t("twoStep.done")}
        </Button>
      </div>
    </div>
  );
}

function save(codes: string[]) {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob([`${codes.join("\n")}\n`], { type: "text/plain" }));
  link.download = "parley-recovery-codes.txt";
  link.click();
  URL.revokeObjectURL(link.href);
}
