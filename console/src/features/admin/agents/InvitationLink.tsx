import { Copy } from "lucide-react";
import { useTranslation } from "react-i18next";
import { Button } from "../../../ui/Button.tsx";
import { copyText } from "../../../ui/copy-text.ts";
import { Field } from "../../../ui/Field.tsx";
import { toast } from "../../../ui/toast.ts";

type Props = { link: string; name: string; onDone: () => void };

/** Shown where there is no mail server: the link, for the administrator to pass on. */
export function InvitationLink({ link, name, onDone }: Props) {
  const { t } = useTranslation();
  const copy = async () => {
    try {
      await copyText(link);
      toast(t("adminAgents.linkCopied"));
    } catch {
      toast(t("adminAgents.copyFailed"), "danger");
    }
  };
  return (
    <div className="mt-3 grid gap-4">
      <p className="text-text-2">{t("adminAgents.linkHint", { name })}</p>
      <Field
        label={t("adminAgents.link")}
        value={link}
        readOnly
        autoFocus
        onFocus={(event) => event.target.select()}
      />
      <div className="flex flex-wrap justify-end gap-2">
        <Button icon={<Copy size={15} />} onClick={copy}>
          {t("adminAgents.copyLink")}
        </Button>
        <Button look="primary" onClick={onDone}>
          {t("adminAgents.done")}
        </Button>
      </div>
    </div>
  );
}
