import { ArrowDown } from "lucide-react";
import { useTranslation } from "react-i18next";

type Props = { count: number; onClick: () => void };

export function ScrollToBottom({ count, onClick }: Props) {
  const { t } = useTranslation();
  const label = count > 0 ? t("chat.toBottomCount", { count }) : t("chat.toBottom");
  return (
    <button
      type="button"
      aria-label={label}
      title={label}
      onClick={onClick}
      className="absolute right-6 bottom-4 z-10 grid size-11 animate-arrive place-items-center rounded-full border border-line-strong bg-raised text-text-2 shadow-float hover:text-text"
    >
      <ArrowDown size={19} />
      {count > 0 && (
        <span className="absolute -top-1.5 rounded-full bg-accent px-1.5 text-[11px] leading-[18px] font-bold text-accent-ink tabular-nums">
          {count}
        </span>
      )}
    </button>
  );
}
