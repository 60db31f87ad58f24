import { Paperclip, Zap } from "lucide-react";
import { useTranslation } from "react-i18next";
import { type Choice, isMacro, isShared } from "./shared-query.ts";

/** The marks of a shared bubble: its folder, its language, its files, and whether it is a macro. */
export function BubbleMarks({ bubble }: { bubble: Choice }) {
  const { t } = useTranslation();
  if (!isShared(bubble)) return null;
  const { folder, language, files } = bubble;
  return (
    <span className="flex max-w-2/5 shrink-0 items-center gap-1.5 self-center text-xs text-text-3">
      {folder && (
        <span dir="auto" className="min-w-0 truncate">
          {folder}
        </span>
      )}
      {language && <span className="font-mono text-[10.5px] uppercase">{language}</span>}
      {files.length > 0 && <Paperclip size={13} role="img" aria-label={t("composer.attach")} />}
      {isMacro(bubble) && (
        <Zap size={13} role="img" aria-label={t("composer.macro")} className="text-accent-text" />
      )}
    </span>
  );
}
