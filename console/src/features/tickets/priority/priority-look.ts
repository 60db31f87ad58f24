import type { Priority } from "@parley/contract/priorities";
import { ChevronDown, ChevronsUp, ChevronUp, Equal, type LucideIcon } from "lucide-react";

export const priorityLook: Record<Priority, { Icon: LucideIcon; tone: string }> = {
  urgent: { Icon: ChevronsUp, tone: "text-danger" },
  high: { Icon: ChevronUp, tone: "text-warn" },
  normal: { Icon: Equal, tone: "text-text-2" },
  low: { Icon: ChevronDown, tone: "text-text-3" },
};
