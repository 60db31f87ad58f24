import { useTranslation } from "react-i18next";
import type { Fault } from "./draft.ts";

type Props = {
  faults: Fault[];
  at: Fault["at"];
  id?: string;
  /** True where no control of the part can be focused itself. */
  focusable?: boolean;
};

/** Says why a part of the rule cannot be saved. */
export function FaultText({ faults, at, id, focusable }: Props) {
  const { t } = useTranslation();
  const fault = faults.find((one) => one.at === at);
  if (!fault) return null;
  return (
    <p
      id={id}
      {...(focusable && { tabIndex: -1, "data-fault": true })}
      className="text-s text-danger outline-none"
    >
      {t(`rules.fault.${fault.why}`)}
    </p>
  );
}
