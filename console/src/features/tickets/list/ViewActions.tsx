import { type ViewSort, viewSorts } from "@parley/contract/built-in-views";
import {
  ArrowDownWideNarrow,
  Hourglass,
  ListChecks,
  type LucideIcon,
  Pencil,
  Plus,
  Timer,
} from "lucide-react";
import { Suspense, useState } from "react";
import { useTranslation } from "react-i18next";
import { ActionMenu } from "../../../ui/ActionMenu.tsx";
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

const sortIcons: Record<ViewSort, LucideIcon> = {
  activity: ArrowDownWideNarrow,
  waiting: Hourglass,
  due: Timer,
};

function SortButton({ view }: { view: ShownView }) {
  const { t } = useTranslation();
  const sort = useSort(view);
  const Icon = sortIcons[sort];
  return (
    <ActionMenu
      side="bottom"
      align="end"
      trigger={
        <IconButton label={`${t("views.sortedBy")} ${t(`views.sorts.${sort}`)}`}>
          <Icon size={16} />
        </IconButton>
      }
      actions={viewSorts.map((one) => ({
        id: one,
        Icon: sortIcons[one],
        label: t(`views.sorts.${one}`),
        act: () => chooseSort(view.key, one),
      }))}
    />
  );
}
