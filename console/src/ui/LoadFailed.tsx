import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { Button } from "./Button.tsx";
import { focusOnMount } from "./focus-on-mount.ts";

type Props = {
  text: ReactNode;
  onRetry: () => unknown;
  /** The label of the button, "Retry" without it. */
  label?: string;
  /** True if it gets the focus when it appears. */
  focused?: boolean;
};

/** Shown instead of a part that failed to load, with a retry. */
export function LoadFailed({ text, onRetry, label, focused = false }: Props) {
  const { t } = useTranslation();
  return (
    <div
      role="alert"
      className="flex flex-wrap items-center gap-3 text-danger"
      {...(focused && { tabIndex: -1, ref: focusOnMount })}
    >
      <p className="min-w-0 flex-1 basis-40">{text}</p>
      <Button onClick={onRetry}>{label ?? t("common.retry")}</Button>
    </div>
  );
}
