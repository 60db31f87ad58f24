import { ArrowDownWideNarrow, Hourglass, ListChecks, Pencil, Plus } from "lucide-react";
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
  "organisations",
  "reasons",
);

type Props = {
  view: ShownView | null;
  views: ShownView[];
  choosable: boolean;
  onChoose: (key: string) => void;
};

/** The order of the list, and what can be done with the chosen view. */
export function ViewActions({ view, views, choosable, onChoose }: Props) {
  const { t } = useTranslation();
  const [editing, setEditing] = useState<"new" | "chosen" | null>(null);
  const changeable = view?.view?.may_change ? view.view : null;
  return (
    <div className="flex shrink-0">
      {view && <SortButton view={view} />}
      {changeable && (
        <IconButton label={t("views.editView")} onClick={() => setEditing("chosen")}>
          <Pencil size={15} />
        </IconButton>
      )}
      <IconButton label={t("views.newView")} onClick={() => setEditing("new")}>
        <Plus size={17} />
      </IconButton>
      {choosable && (
        <IconButton label={t("tickets.choose")} onClick={startChoosing}>
          <ListChecks size={17} />
        </IconButton>
      )}
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
  const Icon = sort === "waiting" ? Hourglass : ArrowDownWideNarrow;
  return (
    <IconButton
      label={`${t("views.sortedBy")} ${t(`views.sorts.${sort}`)}`}
      onClick={() => chooseSort(view.key, sort === "activity" ? "waiting" : "activity")}
    >
      <Icon size={16} />
    </IconButton>
  );
}
