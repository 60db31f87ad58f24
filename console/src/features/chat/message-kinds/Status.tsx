import type { DeliveryStatus } from "@parley/contract/messages";
import { Check, CheckCheck, CircleAlert, CircleHelp, Clock } from "lucide-react";
import { useTranslation } from "react-i18next";

const marks = {
  queued: { Icon: Clock, colour: "text-text-3" },
  sent: { Icon: Check, colour: "text-text-2" },
  delivered: { Icon: CheckCheck, colour: "text-text-2" },
  read: { Icon: CheckCheck, colour: "text-accent-text" },
  failed: { Icon: CircleAlert, colour: "text-danger" },
  uncertain: { Icon: CircleHelp, colour: "text-warn" },
} satisfies Record<DeliveryStatus, object>;

/** A message's delivery status. */
export function Status({ status }: { status: DeliveryStatus }) {
  const { t } = useTranslation();
  const { Icon, colour } = marks[status];
  const label = t(`message.status.${status}`);
  return (
    <span role="img" aria-label={label} title={label} className={colour}>
      <Icon size={14} strokeWidth={2.2} aria-hidden="true" />
    </span>
  );
}
