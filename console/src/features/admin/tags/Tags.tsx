import { fold } from "@parley/contract/fold";
import type { Tag } from "@parley/contract/tags";
import { useQuery } from "@tanstack/react-query";
import { CloudOff, Plus } from "lucide-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { Button } from "../../../ui/Button.tsx";
import { Skeleton } from "../../../ui/Skeleton.tsx";
import { PaneState } from "../../../ui/States.tsx";
import { Switch } from "../../../ui/Switch.tsx";
import { tagsQuery } from "../../tickets/tags/tags-query.ts";
import { DeleteTag } from "./DeleteTag.tsx";
import { EditTag } from "./EditTag.tsx";
import { MergeTag } from "./MergeTag.tsx";
import { TagRow } from "./TagRow.tsx";
import { tagUsesQuery, useTagSettings } from "./tag-settings.ts";

const none = { tickets: 0, clients: 0 };

type Asked = { what: "edit" | "merge" | "delete"; tag: Tag } | { what: "new" };

/** The company's tags: made, changed, merged and deleted; and who may make them. */
export function Tags() {
  const { t } = useTranslation();
  const { data, refetch, isPending } = useQuery(tagsQuery);
  const { data: uses } = useQuery(tagUsesQuery);
  const { close, update } = useTagSettings();
  const [text, setText] = useState("");
  const [asked, setAsked] = useState<Asked | null>(null);
  const leave = () => setAsked(null);
  if (isPending) return <Skeleton className="h-72 rounded-card" />;
  if (!data)
    return (
      <PaneState alert icon={<CloudOff />} title={t("tags.loadFailed")}>
        <Button onClick={() => refetch()}>{t("common.retry")}</Button>
      </PaneState>
    );
  const shown = data.tags.filter(({ name }) => fold(name).includes(fold(text.trim())));
  return (
    <div className="grid max-w-3xl grid-cols-[minmax(0,1fr)] gap-4">
      <p className="text-s text-text-2">{t("tags.hint")}</p>
      <ClosedSwitch checked={data.closed} onChange={(closed) => close.mutate(closed)} />
      <div className="flex flex-wrap gap-2">
        <input
          type="search"
          aria-label={t("tags.search")}
          placeholder={t("tags.search")}
          value={text}
          onChange={({ target }) => setText(target.value)}
          className="h-9 min-w-40 flex-1 rounded-m border border-line-strong bg-raised px-3 text-s outline-none placeholder:text-text-3 focus:border-accent-text max-phone:h-11"
        />
        <Button look="primary" icon={<Plus size={16} />} onClick={() => setAsked({ what: "new" })}>
          {t("tags.new")}
        </Button>
      </div>
      {shown.length === 0 && (
        <p className="text-s text-text-2">{t(data.tags.length > 0 ? "tags.noneFound" : "tags.none")}</p>
      )}
      <ul className="grid divide-y divide-line rounded-card border border-line empty:hidden">
        {shown.map((tag) => (
          <TagRow
            key={tag.tagid}
            tag={tag}
            uses={uses && (uses.get(tag.tagid) ?? none)}
            onAsk={(what) => setAsked({ what, tag })}
            onArchive={() => update.mutate({ tagid: tag.tagid, archived: tag.archived_on === null })}
          />
        ))}
      </ul>
      {asked?.what === "new" && <EditTag onClose={leave} />}
      {asked?.what === "edit" && <EditTag tag={asked.tag} onClose={leave} />}
      {asked?.what === "merge" && <MergeTag tag={asked.tag} onClose={leave} />}
      {asked?.what === "delete" && (
        <DeleteTag tag={asked.tag} uses={uses?.get(asked.tag.tagid) ?? none} onClose={leave} />
      )}
    </div>
  );
}

function ClosedSwitch({ checked, onChange }: { checked: boolean; onChange: (closed: boolean) => void }) {
  const { t } = useTranslation();
  return (
    <div className="flex items-center gap-3">
      <Switch label={t("tags.closed")} checked={checked} onChange={onChange} />
      <span aria-hidden="true" className="min-w-0 text-s">
        {t("tags.closed")}
      </span>
    </div>
  );
}
