import { type Priority, priorities } from "@parley/contract/priorities";
import { useTranslation } from "react-i18next";
import { Select } from "../../../ui/Select.tsx";

type Props = { priority: Priority; onChange: (priority: Priority) => void };

export function PriorityField({ priority, onChange }: Props) {
  const { t } = useTranslation();
  return (
    <Select
      label={t("bubbles.kind.priority")}
      value={priority}
      options={priorities.toReversed().map((value) => ({ value, label: t(`tickets.priorities.${value}`) }))}
      onChange={onChange}
    />
  );
}
