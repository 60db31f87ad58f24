import { useTranslation } from "react-i18next";
import { Button } from "./Button.tsx";

/** Shown instead of a part that failed to load, with a retry. */
export function LoadFailed({ text, onRetry }: { text: string; onRetry: () => unknown }) {
  const { t } = useTranslation();
  return (
    <div role="alert" className="flex flex-wrap items-center gap-3 text-danger">
      <p className="min-w-0 flex-1 basis-40">{text}</p>
      <Button onClick={onRetry}>{t("common.retry")}</Button>
    </div>
  );
}
