import type { MailReason } from "@parley/contract/mail";
import { useTranslation } from "react-i18next";
import { Button } from "../../../ui/Button.tsx";
import { Dialog } from "../../../ui/Dialog.tsx";

/** The dialog says in one sentence why a mail is on its ticket. */
export function WhyDialog({ why, onClose }: { why: MailReason; onClose: () => void }) {
  const { t } = useTranslation();
  return (
    <Dialog
      open
      onClose={onClose}
      title={t("mail.why")}
      description={t(`mail.whyReason.${why.kind}`, { of: why.of ?? "" })}
    >
      {why.kind === "reference" && why.of && (
        <p className="mt-3 rounded-m bg-raised px-3 py-2 font-mono text-xs break-all text-text-2 select-text">
          {why.of}
        </p>
      )}
      <div className="mt-5 flex justify-end">
        <Button onClick={onClose}>{t("mail.close")}</Button>
      </div>
    </Dialog>
  );
}
