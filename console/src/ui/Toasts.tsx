import { X } from "lucide-react";
import { useTranslation } from "react-i18next";
import { IconButton } from "./IconButton.tsx";
import { dismiss, useToasts } from "./toast.ts";

export function Toasts() {
  const { t } = useTranslation();
  const toasts = useToasts((state) => state.toasts);
  return (
    <div
      role="status"
      aria-live="polite"
      className="fixed bottom-5 left-1/2 z-50 flex w-max max-w-[calc(100vw-24px)] -translate-x-1/2 flex-col gap-2 max-phone:bottom-20"
    >
      {toasts.map(({ id, text, tone }) => (
        <div
          key={id}
          className="flex animate-arrive items-center gap-2 rounded-m border border-line-strong bg-raised py-1 pr-1 pl-4 shadow-float"
        >
          <span className={tone === "danger" ? "text-danger" : ""}>{text}</span>
          <IconButton label={t("common.dismiss")} onClick={() => dismiss(id)}>
            <X size={16} />
          </IconButton>
        </div>
      ))}
    </div>
  );
}
