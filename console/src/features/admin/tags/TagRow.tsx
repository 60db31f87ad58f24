import type { Tag } from "@parley/contract/tags";
import { Archive, ArchiveRestore, Ellipsis, Merge, Pencil, Trash2 } from "lucide-react";
import { useTranslation } from "react-i18next";
import { ActionMenu } from "../../../ui/ActionMenu.tsx";
import { IconButton } from "../../../ui/IconButton.tsx";
import { TagChip } from "../../tickets/tags/TagChip.tsx";

type Props = {
  tag: Tag;
  /** Undefined until they are counted. */
  uses: { tickets: number; clients: number } | undefined;
  onAsk: (what: "edit" | "merge" | "delete") => void;
  onArchive: () => void;
};

/** A tag with the number of its tickets and clients, and a menu of actions. */
export function TagRow({ tag, uses, onAsk, onArchive }: Props) {
  const { t } = useTranslation();
  const { name, archived_on } = tag;
  return (
    <li className="flex min-h-11 items-center gap-3 py-1 pr-1.5 pl-4">
      <span className="flex min-w-0 flex-1 items-center gap-2">
        <TagChip tag={tag} />
        {archived_on && <span className="shrink-0 text-xs text-text-3">{t("tags.archived")}</span>}
      </span>
      {uses && (
        <span className="shrink-0 text-xs text-text-3 tabular-nums">
          {t("tags.uses", { count: uses.tickets })}
          {uses.clients > 0 && ` · ${t("tags.clientUses", { count: uses.clients })}`}
        </span>
      )}
      <ActionMenu
        side="bottom"
        align="end"
        trigger={
          <IconButton label={t("tags.more", { name })}>
            <Ellipsis size={17} />
          </IconButton>
        }
        actions={[
          { id: "edit", Icon: Pencil, label: t("tags.edit"), act: () => onAsk("edit") },
          archived_on
            ? { id: "restore", Icon: ArchiveRestore, label: t("tags.restore"), act: onArchive }
            : { id: "archive", Icon: Archive, label: t("tags.archive"), act: onArchive },
          { id: "merge", Icon: Merge, label: t("tags.merge"), act: () => onAsk("merge") },
          { id: "delete", Icon: Trash2, label: t("tags.delete"), act: () => onAsk("delete") },
        ]}
      />
    </li>
  );
}
