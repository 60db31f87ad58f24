import { ArrowDownWideNarrow, ListChecks, Pencil, Plus } from "lucide-react";
import { Suspense, useState } from "react";
import { useTranslation } from "react-i18next";
import { IconButton } from "../../../ui/IconButton.tsx";
import { lazyPart } from "../../../ui/lazy-part.ts";
import type { ShownView } from "../views/shown-views.ts";
import { chooseSort, useSort } from "../views/sorting.ts";
import { startChoosing } from "./selection.ts";

const ViewEditor = lazyPart(
  async () => (await import("../views/ViewEditor.tsx")).ViewEditor,
  "views",
  "reasons",
);

type Props = { view: ShownView | null; views: ShownView[]; onChoose: (key: string) => void };

/** Beneath the views: the order of the list, and what can be done with the chosen view. */
export function ViewBar({ view, views, onChoose }: Props) {
  const { t } = useTranslation();
  const [editing, setEditing] = useState<"new" | "chosen" | null>(null);
  const changeable = view?.view?.may_change ? view.view : null;
  return (
    <div className="mr-2.5 ml-2 flex items-center">
      {view && <SortButton view={view} />}
      <span className="ml-auto flex">
        {changeable && (
          <IconButton label={t("tickets.editView")} onClick={() => setEditing("chosen")}>
            <Pencil size={15} />
          </IconButton>
        )}
        <IconButton label={t("tickets.newView")} onClick={() => setEditing("new")}>
          <Plus size={17} />
        </IconButton>
        <IconButton label={t("tickets.choose")} onClick={startChoosing}>
          <ListChecks size={17} />
        </IconButton>
      </span>
      {editing && (
        <Suspense>
          <ViewEditor
            view={editing === "chosen" ? changeable : null}
            views={views}
            onClose={() => setEditing(null)}
            onSaved={onChoose}
          />
        </Suspense>
      )}
    </div>
  );
}

function SortButton({ view }: { view: ShownView }) {
  const { t } = useTranslation();
  const sort = useSort(view);
  const shown = t(`tickets.sort.${sort}`);
  return (
    <button
      type="button"
      title={t("tickets.changeSort")}
      onClick={() => chooseSort(view.key, sort === "activity" ? "waiting" : "activity")}
      className="flex min-h-7 min-w-0 items-center gap-1.5 rounded-[8px] px-2.5 text-left text-xs text-text-3 hover:text-text max-phone:min-h-11"
    >
      <ArrowDownWideNarrow size={14} aria-hidden="true" className="shrink-0" />
      <span className="sr-only">{t("tickets.sortedBy")} </span>
      {shown}
    </button>
  );
}
