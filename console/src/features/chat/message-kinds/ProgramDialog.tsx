import { useTranslation } from "react-i18next";
import { Button } from "../../../ui/Button.tsx";
import { Dialog } from "../../../ui/Dialog.tsx";

type Props = { name: string; path: string; onClose: () => void };

/** Asks before a program is downloaded. */
export function ProgramDialog({ name, path, onClose }: Props) {
  const { t } = useTranslation();
  return (
    <Dialog open onClose={onClose} title={t("programs.title")} description={t("programs.hint", { name })}>
      <div className="mt-6 flex flex-wrap justify-end gap-2">
        <Button onClick={onClose}>{t("common.cancel")}</Button>
        <a
          href={path}
          download={name}
          onClick={onClose}
          className="inline-flex h-9 shrink-0 items-center rounded-m border border-danger px-3.5 text-s font-semibold text-danger transition duration-150 hover:bg-danger/10 max-phone:h-11"
        >
          {t("programs.download")}
        </a>
      </div>
    </Dialog>
  );
}
