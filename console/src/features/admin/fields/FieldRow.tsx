import type { Field } from "@parley/contract/fields";
import { Archive, ArchiveRestore, ArrowDown, ArrowUp, Ellipsis, Pencil, Trash2 } from "lucide-react";
import { useTranslation } from "react-i18next";
import { ActionMenu } from "../../../ui/ActionMenu.tsx";
import { IconButton } from "../../../ui/IconButton.tsx";

type Props = {
  field: Field;
  /** Undefined until they are counted. */
  values: number | undefined;
  /** Null for the first and the last. */
  onUp: (() => void) | null;
  onDown: (() => void) | null;
  onAsk: (what: "edit" | "delete") => void;
  onArchive: () => void;
};

/** A field with its type, the number of its values and a menu of actions. */
export function FieldRow({ field, values, onUp, onDown, onAsk, onArchive }: Props) {
  const { t } = useTranslation();
  const { name, type, archived_on } = field;
  return (
    <li className="flex min-h-11 items-center gap-3 py-1 pr-1.5 pl-4 max-phone:gap-1.5">
      <span className="min-w-0 flex-1 text-s">
        <span dir="auto" className="block truncate font-semibold" title={name}>
          {name}
        </span>
        <span className="block truncate text-xs text-text-3">
          {[
            t(`fields.type.${type}`),
            ...(archived_on ? [t("fields.archived")] : []),
            ...(values === undefined ? [] : [t("fields.uses", { count: values })]),
          ].join(" · ")}
        </span>
      </span>
      <ActionMenu
        side="bottom"
        align="end"
        trigger={
          <IconButton label={t("fields.more", { name })}>
            <Ellipsis size={17} />
          </IconButton>
        }
        actions={[
          { id: "edit", Icon: Pencil, label: t("fields.edit"), act: () => onAsk("edit") },
          ...(onUp ? [{ id: "up", Icon: ArrowUp, label: t("fields.up"), act: onUp }] : []),
          ...(onDown ? [{ id: "down", Icon: ArrowDown, label: t("fields.down"), act: onDown }] : []),
          archived_on
            ? { id: "restore", Icon: ArchiveRestore, label: t("fields.restore"), act: onArchive }
            : { id: "archive", Icon: Archive, label: t("fields.archive"), act: onArchive },
          { id: "delete", Icon: Trash2, label: t("fields.delete"), act: () => onAsk("delete") },
        ]}
      />
    </li>
  );
}
