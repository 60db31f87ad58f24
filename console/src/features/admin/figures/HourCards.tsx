import type { Figures } from "@parley/contract/figures";
import { useTranslation } from "react-i18next";
import { showCount } from "../../../ui/number.ts";
import { type PageFilter, ticketsBehind } from "./filter.ts";
import { HeatMap } from "./HeatMap.tsx";

type Props = { figures: Figures; filter: PageFilter };

/** The week by hours: when clients write. */
export function HourCards({ figures, filter }: Props) {
  const { t, i18n } = useTranslation();
  const shown = (count: number) => showCount(count, i18n.language);
  const key = (weekday: number, hour: number) => `${weekday}-${String(hour).padStart(2, "0")}`;
  const hours = new Map(figures.hours.map((one) => [key(one.weekday, one.hour), one]));
  const most = Math.max(0, ...figures.hours.map(({ received }) => received));
  return (
    <HeatMap
      title={t("ticketTable.figures.heat")}
      hint={t("ticketTable.figures.heatHint", { most: shown(most) })}
      at={(weekday, hour) => hours.get(key(weekday, hour))?.received ?? 0}
      show={shown}
      to={(weekday, hour) => ticketsBehind("received", filter, figures, key(weekday, hour))}
    />
  );
}
