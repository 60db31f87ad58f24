import { limits } from "@parley/contract/limits";
import { Star } from "lucide-react";
import { useTranslation } from "react-i18next";

const all = Array.from({ length: limits.maxRating }, (_, at) => at + 1);

/** A rating as filled and empty stars, three in all. */
export function Stars({ rating, size = 14 }: { rating: number; size?: number }) {
  const { t } = useTranslation();
  return (
    <span role="img" aria-label={t("message.rating", { stars: rating })} className="inline-flex text-warn">
      {all.map((star) => (
        <Star key={star} size={size} className={star <= Math.round(rating) ? "fill-current" : ""} />
      ))}
    </span>
  );
}
