import { viewSorts } from "@parley/contract/built-in-views";
import { viewLimits } from "@parley/contract/conditions/condition-limits";
import { compile } from "@parley/contract/conditions/evaluate";
import type { View, ViewAudience } from "@parley/contract/views";
import { useQuery } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { useTranslation } from "react-i18next";
import { openTicketsQuery } from "../../../api/queries.ts";
import { workspacePath } from "../../../paths.ts";
import { Button } from "../../../ui/Button.tsx";
import { copyText } from "../../../ui/copy-text.ts";
import { Dialog } from "../../../ui/Dialog.tsx";
import { Field } from "../../../ui/Field.tsx";
import { Select } from "../../../ui/Select.tsx";
import { toast } from "../../../ui/toast.ts";
import { useViewer } from "../../session/viewer.ts";
import { AudienceField } from "./AudienceField.tsx";
import { ConditionGroup } from "./ConditionGroup.tsx";
import { changePart, isComplete, newRow, toCondition, toGroup } from "./editing.ts";
import { Labelled } from "./Labelled.tsx";
import type { ShownView } from "./shown-views.ts";
import { useChangeView } from "./use-change-view.ts";
import { ViewOrder } from "./ViewOrder.tsx";
import { viewsQuery } from "./views-query.ts";

type Props = {
  /** Null for a new one. */
  view: View | null;
  views: ShownView[];
  onClose: () => void;
  onSaved: (key: string) => void;
};

/** A view as a sentence: its tickets are counted while it is written. */
export function ViewEditor({ view, views, onClose, onSaved }: Props) {
  const { t } = useTranslation();
  const { create, update, remove } = useChangeView();
  const [name, setName] = useState(view?.name ?? "");
  const [group, setGroup] = useState(() => toGroup(view?.condition ?? { all: [newRow("view").leaf] }));
  const [sort, setSort] = useState(view?.sort ?? "activity");
  const [audience, setAudience] = useState<{ audience: ViewAudience; departmentid: string | null }>({
    audience: view?.audience ?? "own",
    departmentid: view?.departmentid ?? null,
  });
  const condition = toCondition(group);
  const complete = isComplete(condition, "view");
  const busy = create.isPending || update.isPending || remove.isPending;

  function save(event: FormEvent) {
    event.preventDefault();
    const entered = { name: name.trim(), condition, sort, ...audience };
    const onSuccess = ({ viewid }: View) => {
      onSaved(viewid);
      onClose();
    };
    if (view) update.mutate({ viewid: view.viewid, ...entered }, { onSuccess });
    else create.mutate(entered, { onSuccess });
  }
  function drop() {
    if (!view) return;
    const onSuccess = () => {
      onSaved("all");
      onClose();
    };
    remove.mutate(view.viewid, { onSuccess });
  }
  async function copyAddress() {
    if (!view) return;
    await copyText(new URL(workspacePath({ view: view.viewid }), location.href).href);
    toast(t("views.copied"));
  }

  return (
    <Dialog wide open onClose={onClose} title={view ? view.name : t("views.new")}>
      <form onSubmit={save} className="mt-4 grid grid-cols-[minmax(0,1fr)] gap-4">
        <Field
          label={t("views.name")}
          required
          maxLength={viewLimits.name}
          value={name}
          onChange={({ target }) => setName(target.value)}
        />
        <ConditionGroup
          use="view"
          group={group}
          refers={view?.refers ?? []}
          onChange={setGroup}
          onPart={(id, change) => setGroup((before) => changePart(before, id, change))}
        />
        <p role="status" className="text-s text-text-2">
          {complete ? <Found condition={condition} /> : t("views.incomplete")}
        </p>
        <div className="grid gap-4 sm:grid-cols-2">
          <AudienceField chosen={audience} onChoose={setAudience} />
          <Labelled label={t("views.sort")}>
            <Select
              label={t("views.sort")}
              value={sort}
              options={viewSorts.map((value) => ({ value, label: t(`views.sorts.${value}`) }))}
              onChange={setSort}
            />
          </Labelled>
        </div>
        {view?.maker.left && (
          <p className="text-s text-text-2">{t("views.madeByLeft", { name: view.maker.name })}</p>
        )}
        <ViewOrder views={views} />
        <div className="flex flex-wrap justify-end gap-2">
          {view && (
            <>
              <Button look="danger" disabled={busy} onClick={drop}>
                {t("views.delete")}
              </Button>
              <Button onClick={() => void copyAddress()}>{t("views.copyAddress")}</Button>
              <span className="grow" />
            </>
          )}
          <Button onClick={onClose}>{t("common.cancel")}</Button>
          <Button look="primary" type="submit" disabled={busy || !complete || name.trim() === ""}>
            {t("views.save")}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}

function Found({ condition }: { condition: View["condition"] }) {
  const { t } = useTranslation();
  const { id } = useViewer();
  const { data: tickets = [] } = useQuery({ ...openTicketsQuery, enabled: false });
  const { data: list } = useQuery({ ...viewsQuery, enabled: false });
  const test = compile(condition, { viewer: id, zone: list?.time_zone ?? "UTC" });
  const now = Date.now();
  return t("views.found", { count: tickets.filter((ticket) => test(ticket, now)).length });
}
