import type { Stage } from "@parley/contract/tickets";
import { useTranslation } from "react-i18next";

const looks: Record<Stage, string> = {
  pending: "bg-warn/15 text-warn",
  reopened: "bg-warn/15 text-warn",
  accepted: "bg-accent-soft text-accent-text",
  closed: "bg-raised-2 text-text-2",
};

export function StageChip({ stage }: { stage: Stage }) {
  const { t } = useTranslation();
  return (
    <span className={`rounded-full px-2.5 py-0.5 text-[11.5px] font-semibold ${looks[stage]}`}>
      {t(`admin.stage.${stage}`)}
    </span>
  );
}
