import { limits } from "@parley/contract/limits";
import { Star } from "lucide-react";
import { useTranslation } from "react-i18next";

const all = Array.from({ length: limits.maxRating }, (_, at) => at + 1);

type Props = { rating: number; size?: number; bare?: boolean };

/** A rating as filled and empty stars, three in all, with its number beside them unless they are bare. */
export function Stars({ rating, size = 14, bare = false }: Props) {
  const { t, i18n } = useTranslation();
  const number = new Intl.NumberFormat(i18n.language, { maximumFractionDigits: 1 }).format(rating);
  return (
    <span
      role="img"
      aria-label={t("message.rating", { stars: number })}
      className="inline-flex items-center gap-0.5 text-warn"
    >
      {all.map((star) => (
        <Star key={star} size={size} className={star <= Math.round(rating) ? "fill-current" : ""} />
      ))}
      {!bare && <span className="ml-1 text-xs font-semibold text-text-2 tabular-nums">{number}</span>}
    </span>
  );
}
