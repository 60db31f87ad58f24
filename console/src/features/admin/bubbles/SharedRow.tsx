import type { Department } from "@parley/contract/departments";
import type { SharedBubble } from "@parley/contract/shared-bubbles";
import { Ellipsis, Pencil, Trash2 } from "lucide-react";
import { useTranslation } from "react-i18next";
import { ActionMenu } from "../../../ui/ActionMenu.tsx";
import { IconButton } from "../../../ui/IconButton.tsx";
import { BubbleMarks } from "../../chat/bubbles/BubbleMarks.tsx";
import { previewOf } from "../../chat/bubbles/preview.ts";

type Props = {
  bubble: SharedBubble;
  departments: Department[];
  onAsk: (what: "edit" | "delete") => void;
};

/** A shared bubble with its place, the beginning of its text, and how often it was used. */
export function SharedRow({ bubble, departments, onAsk }: Props) {
  const { t } = useTranslation();
  const { name, content, departmentid, uses } = bubble;
  const department = departments.find((one) => one.departmentid === departmentid);
  const place = departmentid
    ? (department?.department_name ?? t("bubbles.gone.department"))
    : t("bubbles.company");
  return (
    <li className="flex min-h-11 items-center gap-2 pr-1.5">
      <button
        type="button"
        onClick={() => onAsk("edit")}
        className="min-w-0 flex-1 py-2 pl-4 text-left focus-visible:relative focus-visible:z-10"
      >
        <span className="flex items-baseline gap-2">
          <span dir="auto" className="min-w-0 flex-1 truncate font-semibold">
            {name}
          </span>
          <BubbleMarks bubble={bubble} />
        </span>
        <span dir="auto" className="block truncate text-s text-text-2">
          {previewOf(content)}
        </span>
        <span className="block truncate text-xs text-text-3 tabular-nums">
          {place} · {t("bubbles.uses", { count: uses })}
        </span>
      </button>
      <ActionMenu
        side="bottom"
        align="end"
        trigger={
          <IconButton label={t("bubbles.actionsFor", { name })}>
            <Ellipsis size={17} />
          </IconButton>
        }
        actions={[
          { id: "edit", Icon: Pencil, label: t("bubbles.change"), act: () => onAsk("edit") },
          { id: "delete", Icon: Trash2, label: t("bubbles.delete"), act: () => onAsk("delete") },
        ]}
      />
    </li>
  );
}
