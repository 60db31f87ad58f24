import { Autocomplete } from "@base-ui/react/autocomplete";
import { limits } from "@parley/contract/limits";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { bubblesPath } from "../../../paths.ts";
import { Button } from "../../../ui/Button.tsx";
import { Select } from "../../../ui/Select.tsx";
import { Skeleton } from "../../../ui/Skeleton.tsx";
import { useSettled } from "../../../ui/use-settled.ts";
import { useProfile } from "../../session/viewer.ts";
import { BubbleMarks } from "../bubbles/BubbleMarks.tsx";
import { bubblesQuery } from "../bubbles/cache.ts";
import { previewOf } from "../bubbles/preview.ts";
import { type Choice, foldersQuery, isMacro, sharedBubblesQuery } from "../bubbles/shared-query.ts";
import { Panel } from "./Panel.tsx";
import type { PanelProps } from "./PanelButton.tsx";
import { PanelSearch } from "./PanelSearch.tsx";
import { findBubbles } from "./slash.ts";

export type BubblePanelProps = PanelProps<Choice> & {
  ticketid: string | null;
  /** False where no macro can run. */
  macros: boolean;
};

/** Values of the choice of folders that are no folder. */
const all = "/all";
const own = "/own";

/** The agent's bubbles and the shared ones to choose from, and a link to the page that makes own ones. */
export function BubblePanel({ anchor, field, ticketid, macros, onChoose, onClose }: BubblePanelProps) {
  const { t } = useTranslation();
  const { username } = useProfile();
  const [phrase, setPhrase] = useState("");
  const [folder, setFolder] = useState(all);
  const { data: bubbles, isError, refetch } = useQuery(bubblesQuery);
  const { data: folders = [] } = useQuery(foldersQuery);
  const shared = useQuery({
    ...sharedBubblesQuery({
      phrase: useSettled(phrase),
      ...(ticketid && { ticketid }),
      ...(folder !== all && folder !== own && { folder }),
    }),
    enabled: folder !== own,
  });
  const offered = [
    ...(folder === all || folder === own ? (bubbles ?? []) : []),
    ...(folder === own ? [] : (shared.data?.bubbles ?? [])),
  ].filter((bubble) => macros || !isMacro(bubble));
  const found = findBubbles<Choice>(offered, phrase, limits.bubblesPerAgent + limits.sharedBubblesPage);
  const loaded = bubbles && (shared.data || folder === own);
  const failed = (isError && !bubbles) || (shared.isError && !shared.data);
  const nothing = offered.length === 0 && phrase === "" ? t("bubbles.empty") : t("bubbles.noneFound");
  return (
    <Panel label={t("composer.bubble")} anchor={anchor} field={field} onClose={onClose}>
      <Autocomplete.Root
        open
        inline
        mode="none"
        autoHighlight="always"
        items={found}
        value={phrase}
        onValueChange={(value, { reason }) => reason !== "item-press" && setPhrase(value)}
        itemToStringValue={({ name }) => name}
      >
        <PanelSearch label={t("bubbles.search")} />
        {folders.length > 0 && (
          <Select
            label={t("bubbles.folder")}
            value={folder}
            options={[
              { value: all, label: t("bubbles.allFolders") },
              { value: own, label: t("bubbles.yoursAlone") },
              ...folders.map((one) => ({ value: one.folder, label: `${one.folder} (${one.bubbles})` })),
            ]}
            onChange={setFolder}
            className="mx-2.5 mt-2 shrink-0"
          />
        )}
        <div className="min-h-0 flex-1 overflow-y-auto overscroll-contain">
          {!loaded && !failed && <Skeleton className="m-3.5 h-9" />}
          {failed && (
            <p role="alert" className="flex items-center justify-between gap-3 p-3.5 text-s">
              {t("bubbles.failed")}
              <Button
                size="small"
                onClick={() => {
                  void refetch();
                  void shared.refetch();
                }}
              >
                {t("common.retry")}
              </Button>
            </p>
          )}
          <Autocomplete.Status className="px-3.5 text-s text-text-3 not-empty:py-3.5">
            {loaded && found.length === 0 && nothing}
          </Autocomplete.Status>
          <Autocomplete.List aria-label={t("bubbles.yours")} className="not-empty:p-1.5">
            {found.map((bubble) => (
              <Autocomplete.Item
                key={bubble.bubbleid}
                value={bubble}
                onClick={() => {
                  onClose();
                  onChoose(bubble);
                }}
                className="min-h-11 cursor-pointer rounded-m px-2.5 py-1.5 outline-none data-highlighted:bg-raised-2"
              >
                <span className="flex items-baseline gap-2">
                  <span dir="auto" className="min-w-0 flex-1 truncate text-s font-semibold">
                    {bubble.name}
                  </span>
                  <BubbleMarks bubble={bubble} />
                </span>
                <span dir="auto" className="block truncate text-xs text-text-2">
                  {previewOf(bubble.content)}
                </span>
              </Autocomplete.Item>
            ))}
          </Autocomplete.List>
        </div>
      </Autocomplete.Root>
      <Link
        to={bubblesPath(username)}
        className="flex min-h-11 items-center border-t border-line px-3.5 text-s text-accent-text hover:underline"
      >
        <span className="inline-block first-letter:uppercase">{t("bubbles.title")}</span>
      </Link>
    </Panel>
  );
}
