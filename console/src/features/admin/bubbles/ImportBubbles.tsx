import { limits } from "@parley/contract/limits";
import { FileUp } from "lucide-react";
import { useRef } from "react";
import { useTranslation } from "react-i18next";
import { Button } from "../../../ui/Button.tsx";
import { Dialog } from "../../../ui/Dialog.tsx";
import { reasonText } from "../../../ui/reason-text.ts";
import { failureText } from "../../session/failure-text.ts";
import { useSharedSettings } from "./shared-settings.ts";

/** Imports a table of bubbles. With a faulty line nothing is imported, and each is named. */
export function ImportBubbles({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation();
  const { importFile } = useSharedSettings();
  const { data, error, isPending, mutate } = importFile;
  const picker = useRef<HTMLInputElement>(null);
  const max = { max: limits.sharedBubbles };
  return (
    <Dialog
      open
      wide
      onClose={onClose}
      title={t("bubbles.importTitle")}
      description={t("bubbles.importHint", max)}
    >
      <p className="mt-3 rounded-m bg-raised px-3 py-2 font-mono text-xs break-words">
        name,content,folder,language,department
      </p>
      <p className="mt-2 text-s text-text-2">{t("bubbles.importRule")}</p>
      <input
        ref={picker}
        type="file"
        accept=".csv,text/csv"
        tabIndex={-1}
        aria-label={t("bubbles.chooseFile")}
        className="hidden"
        onChange={({ currentTarget }) => {
          const [file] = currentTarget.files ?? [];
          if (file) mutate(file);
          // Resetting lets the same file be chosen again.
          currentTarget.value = "";
        }}
      />
      <div aria-live="polite" className="mt-3 grid gap-2 text-s empty:hidden">
        {data && data.faults.length === 0 && (
          <p>{t("bubbles.imported", { created: data.created, updated: data.updated })}</p>
        )}
        {data && data.faults.length > 0 && (
          <>
            <p className="font-semibold text-danger">{t("bubbles.importedNothing")}</p>
            {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls can be reached by keyboard */}
            <ul tabIndex={0} className="grid max-h-52 gap-1 overflow-y-auto">
              {data.faults.map(({ line, reason }) => (
                <li key={`${line} ${reason.code} ${JSON.stringify(reason.facts)}`}>
                  {t("bubbles.line", { line, reason: reasonText(t, reason) })}
                </li>
              ))}
            </ul>
            {data.more && <p className="text-text-2">{t("bubbles.moreFaults")}</p>}
          </>
        )}
        {error && (
          <p role="alert" className="text-danger">
            {failureText(error, t)}
          </p>
        )}
      </div>
      <div className="mt-6 flex flex-wrap justify-end gap-2">
        <Button onClick={onClose}>{t("bubbles.close")}</Button>
        <Button
          look="primary"
          icon={<FileUp size={16} />}
          disabled={isPending}
          onClick={() => picker.current?.click()}
        >
          {t(isPending ? "bubbles.importing" : "bubbles.chooseFile")}
        </Button>
      </div>
    </Dialog>
  );
}
