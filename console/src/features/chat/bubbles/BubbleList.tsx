import { useQuery } from "@tanstack/react-query";
import { CloudOff, MessageSquareQuote } from "lucide-react";
import { useTranslation } from "react-i18next";
import { Button } from "../../../ui/Button.tsx";
import { Skeleton } from "../../../ui/Skeleton.tsx";
import { PaneState } from "../../../ui/States.tsx";
import { bubblesQuery } from "./cache.ts";
import { previewOf } from "./preview.ts";

type Props = { chosen: string | null; onChoose: (bubbleid: string) => void };

export function BubbleList({ chosen, onChoose }: Props) {
  const { t } = useTranslation();
  const { data: bubbles, isError, refetch } = useQuery(bubblesQuery);
  return (
    <section
      aria-labelledby="your-bubbles"
      aria-busy={!bubbles && !isError}
      className="rounded-card border border-line bg-pane max-[900px]:row-start-2"
    >
      <h2 id="your-bubbles" className="px-4 pt-4 pb-2 font-semibold first-letter:uppercase">
        {t("bubbles.yours")}
        {bubbles && bubbles.length > 0 && (
          <span className="ml-1.5 font-medium text-text-3 tabular-nums">({bubbles.length})</span>
        )}
      </h2>
      {!bubbles && isError && (
        <PaneState alert icon={<CloudOff />} title={t("bubbles.failed")}>
          <Button onClick={() => refetch()}>{t("common.retry")}</Button>
        </PaneState>
      )}
      {!bubbles && !isError && <Loading />}
      {bubbles?.length === 0 && (
        <PaneState icon={<MessageSquareQuote />} title={t("bubbles.empty")} hint={t("bubbles.emptyHint")} />
      )}
      {bubbles && bubbles.length > 0 && (
        <ul className="p-1.5 pt-0">
          {bubbles.map(({ bubbleid, name, content }) => (
            <li key={bubbleid}>
              <button
                type="button"
                aria-pressed={bubbleid === chosen}
                onClick={() => onChoose(bubbleid)}
                className="block min-h-11 w-full rounded-m px-3 py-2 text-left transition duration-150 hover:bg-raised aria-pressed:bg-accent-soft"
              >
                <span dir="auto" className="block truncate font-semibold">
                  {name}
                </span>
                <span dir="auto" className="block truncate text-s text-text-2">
                  {previewOf(content)}
                </span>
              </button>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

function Loading() {
  const { t } = useTranslation();
  return (
    <div role="status" className="grid gap-4 px-4 pt-1 pb-5">
      <span className="sr-only">{t("bubbles.loading")}</span>
      {[60, 45, 70].map((width) => (
        <div key={width} className="grid gap-2">
          <Skeleton className="h-3.5 w-1/4" />
          <Skeleton className="h-3 w-3/4" />
        </div>
      ))}
    </div>
  );
}
