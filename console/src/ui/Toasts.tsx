import { X } from "lucide-react";
import { useTranslation } from "react-i18next";
import { IconButton } from "./IconButton.tsx";
import { dismiss, type Toast, useToasts } from "./toast.ts";

/** Announced politely; failures assertively. */
export function Toasts() {
  const toasts = useToasts((state) => state.toasts);
  const shown = (wanted: Toast["tone"]) =>
    toasts.filter(({ tone }) => tone === wanted).map((toast) => <Line key={toast.id} {...toast} />);
  return (
    <div className="fixed bottom-20 left-1/2 z-50 flex w-max max-w-[calc(100vw-24px)] -translate-x-1/2 flex-col gap-2 compact:bottom-5">
      <div role="status" className="grid gap-2">
        {shown("neutral")}
      </div>
      {shown("danger")}
    </div>
  );
}

function Line({ id, text, tone }: Toast) {
  const { t } = useTranslation();
  const failure = tone === "danger";
  return (
    <div
      role={failure ? "alert" : undefined}
      className="flex animate-arrive items-center gap-2 rounded-m border border-line-strong bg-raised py-1 pr-1 pl-4 shadow-float"
    >
      <span className={`min-w-0 flex-1 break-words ${failure ? "text-danger" : ""}`}>{text}</span>
      <IconButton label={t("common.dismiss")} onClick={() => dismiss(id)}>
        <X size={16} />
      </IconButton>
    </div>
  );
}
