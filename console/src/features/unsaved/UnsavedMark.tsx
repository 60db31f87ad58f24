import { useTranslation } from "react-i18next";
import { useUnsaved } from "./unsaved.ts";

/** Marks a form with changes beside its buttons, and makes the guard ask before they are dropped. */
export function UnsavedMark({ changed }: { changed: boolean }) {
  const { t } = useTranslation();
  useUnsaved(changed);
  return (
    <p role="status" className="mr-auto self-center text-s text-text-3 empty:hidden">
      {changed && t("unsaved.mark")}
    </p>
  );
}
