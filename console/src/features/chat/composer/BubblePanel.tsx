import { Autocomplete } from "@base-ui/react/autocomplete";
import { limits } from "@parley/contract/limits";
import { useQuery } from "@tanstack/react-query";
import { type RefObject, useState } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { bubblesPath } from "../../../paths.ts";
import { Button } from "../../../ui/Button.tsx";
import { Skeleton } from "../../../ui/Skeleton.tsx";
import { useProfile } from "../../session/viewer.ts";
import { bubblesQuery } from "../bubbles/cache.ts";
import { previewOf } from "../bubbles/preview.ts";
import { Panel } from "./Panel.tsx";
import { PanelSearch } from "./PanelSearch.tsx";
import { findBubbles } from "./slash.ts";

type Props = {
  anchor: RefObject<HTMLElement | null>;
  field: RefObject<HTMLElement | null>;
  onChoose: (content: string) => void;
  onClose: () => void;
};

/** The agent's bubbles to choose from, and a link to the page that makes them. */
export function BubblePanel({ anchor, field, onChoose, onClose }: Props) {
  const { t } = useTranslation();
  const { username } = useProfile();
  const [phrase, setPhrase] = useState("");
  const { data: bubbles, isError, refetch } = useQuery(bubblesQuery);
  const found = findBubbles(bubbles ?? [], phrase, limits.bubblesPerAgent);
  const nothing = bubbles?.length === 0 ? t("bubbles.empty") : t("bubbles.noneFound");
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
        <div className="min-h-0 flex-1 overflow-y-auto overscroll-contain">
          {!bubbles && !isError && <Skeleton className="m-3.5 h-9" />}
          {isError && !bubbles && (
            <p role="alert" className="flex items-center justify-between gap-3 p-3.5 text-s">
              {t("bubbles.failed")}
              <Button size="small" onClick={() => refetch()}>
                {t("common.retry")}
              </Button>
            </p>
          )}
          <Autocomplete.Status className="px-3.5 text-s text-text-3 not-empty:py-3.5">
            {bubbles && found.length === 0 && nothing}
          </Autocomplete.Status>
          <Autocomplete.List aria-label={t("bubbles.yours")} className="not-empty:p-1.5">
            {found.map((bubble) => (
              <Autocomplete.Item
                key={bubble.bubbleid}
                value={bubble}
                onClick={() => {
                  onClose();
                  onChoose(bubble.content);
                }}
                className="min-h-11 cursor-pointer rounded-m px-2.5 py-1.5 outline-none data-highlighted:bg-raised-2"
              >
                <span className="block truncate text-s font-semibold">{bubble.name}</span>
                <span className="block truncate text-xs text-text-2">{previewOf(bubble.content)}</span>
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
