import type { SnoozeChoice } from "@parley/contract/tickets";
import { useTranslation } from "react-i18next";
import { Select } from "../../../ui/Select.tsx";

const choices: SnoozeChoice[] = ["later_today", "tomorrow", "monday", "client_writes"];

type Props = { until: SnoozeChoice; onChange: (until: SnoozeChoice) => void };

export function SnoozeField({ until, onChange }: Props) {
  const { t } = useTranslation();
  return (
    <Select
      label={t("bubbles.kind.snooze")}
      value={until}
      options={choices.map((value) => ({ value, label: t(`bubbles.will.snooze.${value}`) }))}
      onChange={onChange}
    />
  );
}
