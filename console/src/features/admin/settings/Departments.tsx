import type { Department, DepartmentStatistics } from "@parley/contract/departments";
import { useQuery } from "@tanstack/react-query";
import { Check, CloudOff, Pencil, Plus, Trash2, X } from "lucide-react";
import { type FormEvent, useState } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { adminPaths } from "../../../paths.ts";
import { Button } from "../../../ui/Button.tsx";
import { isComposing } from "../../../ui/composing.ts";
import { Dialog } from "../../../ui/Dialog.tsx";
import { focusOnMount } from "../../../ui/focus-on-mount.ts";
import { IconButton } from "../../../ui/IconButton.tsx";
import { Skeleton } from "../../../ui/Skeleton.tsx";
import { PaneState } from "../../../ui/States.tsx";
import { DepartmentFaces } from "./DepartmentFaces.tsx";
import { DepartmentFigures } from "./DepartmentFigures.tsx";
import { departmentOverviewQuery, obstacle, useDepartments } from "./departments.ts";

type Question = { department: Department; obstacle: "agents" | "tickets" | null };

export function Departments() {
  const { t } = useTranslation();
  const { data, isPending, refetch } = useQuery(departmentOverviewQuery);
  const { add, rename, remove } = useDepartments();
  const [question, setQuestion] = useState<Question | null>(null);
  if (isPending) return <Skeleton className="h-72 rounded-card" />;
  if (!data) {
    return (
      <PaneState alert icon={<CloudOff />} title={t("settings.departmentsFailed")}>
        <Button onClick={() => refetch()}>{t("common.retry")}</Button>
      </PaneState>
    );
  }
  return (
    <>
      <AddDepartment onAdd={(name, onRefused) => add.mutate(name, { onError: onRefused })} />
      <ul className="grid max-w-3xl gap-3.5">
        {data.departments.map((department) => (
          <Card
            key={department.departmentid}
            department={department}
            figures={data.statistics[department.department_name]}
            onRename={(department_name) => rename.mutate({ ...department, department_name })}
            onDelete={() => setQuestion({ department, obstacle: obstacle(data, department) })}
          />
        ))}
      </ul>
      {question && (
        <DeleteQuestion
          question={question}
          onClose={() => setQuestion(null)}
          onDelete={() => {
            remove.mutate(question.department);
            setQuestion(null);
          }}
        />
      )}
    </>
  );
}

/** Enter or the check adds, the X clears. A refused name comes back, unless another is being written. */
function AddDepartment({ onAdd }: { onAdd: (name: string, onRefused: () => void) => void }) {
  const { t } = useTranslation();
  const [name, setName] = useState("");
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (name.trim() === "") return;
    const wanted = name.trim();
    onAdd(wanted, () => setName((now) => now || wanted));
    setName("");
  };
  return (
    <form
      onSubmit={submit}
      className="mb-4 flex w-96 max-w-full items-center rounded-m border border-line-strong bg-raised pr-1 focus-within:border-accent-text"
    >
      <Plus size={16} aria-hidden="true" className="ml-3 shrink-0 text-text-3" />
      <input
        value={name}
        onChange={({ target }) => setName(target.value)}
        maxLength={100}
        aria-label={t("settings.addDepartment")}
        placeholder={t("settings.addDepartment")}
        className="h-11 min-w-0 flex-1 bg-transparent px-3 text-s outline-none placeholder:text-text-3"
      />
      {name !== "" && (
        <>
          <IconButton type="submit" label={t("settings.add")}>
            <Check size={17} />
          </IconButton>
          <IconButton label={t("settings.clear")} onClick={() => setName("")}>
            <X size={17} />
          </IconButton>
        </>
      )}
    </form>
  );
}

type CardProps = {
  department: Department;
  figures: DepartmentStatistics | undefined;
  onRename: (name: string) => void;
  onDelete: () => void;
};

function Card({ department, figures, onRename, onDelete }: CardProps) {
  const { t } = useTranslation();
  const { department_name: name } = department;
  const [renaming, setRenaming] = useState(false);
  const [byKey, setByKey] = useState(false);
  return (
    <li className="rounded-card border border-line bg-pane p-4">
      <div className="mb-3 flex items-center gap-1">
        {renaming ? (
          <Rename
            name={name}
            onDone={(to, key) => {
              setRenaming(false);
              setByKey(key);
              if (to && to !== name) onRename(to);
            }}
          />
        ) : (
          <>
            <h2 className="min-w-0 flex-1 truncate font-semibold" title={name}>
              <Link
                to={adminPaths.department(department.departmentid)}
                className="hover:text-accent-text hover:underline max-phone:inline-flex max-phone:min-h-11 max-phone:items-center"
              >
                {name}
              </Link>
            </h2>
            <DepartmentFaces departmentid={department.departmentid} />
            <IconButton
              // When a key ended the editing, the focus goes back.
              ref={byKey ? focusOnMount : undefined}
              label={t("settings.rename", { name })}
              onClick={() => setRenaming(true)}
            >
              <Pencil size={16} />
            </IconButton>
            <IconButton label={t("settings.delete", { name })} onClick={onDelete}>
              <Trash2 size={16} />
            </IconButton>
          </>
        )}
      </div>
      <DepartmentFigures department={department} figures={figures} />
    </li>
  );
}

type RenameProps = { name: string; onDone: (to: string | null, key: boolean) => void };

function Rename({ name, onDone }: RenameProps) {
  const { t } = useTranslation();
  return (
    <input
      // biome-ignore lint/a11y/noAutofocus: the pencil was pressed to write here
      autoFocus
      defaultValue={name}
      maxLength={100}
      aria-label={t("settings.rename", { name })}
      onBlur={() => onDone(null, false)}
      onKeyDown={(event) => {
        if (isComposing(event) || (event.key !== "Enter" && event.key !== "Escape")) return;
        // The pencil now has the focus, and the rest of this key press would press it.
        event.preventDefault();
        onDone(event.key === "Enter" ? event.currentTarget.value.trim() : null, true);
      }}
      className="h-9 min-w-0 flex-1 rounded-m border border-accent-text bg-raised px-2.5 font-semibold outline-none max-phone:h-11"
    />
  );
}

type QuestionProps = { question: Question; onClose: () => void; onDelete: () => void };

function DeleteQuestion({ question, onClose, onDelete }: QuestionProps) {
  const { t } = useTranslation();
  const name = question.department.department_name;
  if (question.obstacle) {
    const warning = t(question.obstacle === "agents" ? "settings.hasAgents" : "settings.hasTickets", {
      name,
    });
    return (
      <Dialog open onClose={onClose} title={t("settings.cannotDelete", { name })} description={warning}>
        <div className="mt-5 flex justify-end">
          <Button look="primary" onClick={onClose}>
            {t("settings.understood")}
          </Button>
        </div>
      </Dialog>
    );
  }
  return (
    <Dialog
      open
      onClose={onClose}
      title={t("settings.deleteTitle", { name })}
      description={t("settings.deleteHint")}
    >
      <div className="mt-5 flex justify-end gap-2">
        <Button onClick={onClose}>{t("common.cancel")}</Button>
        <Button look="danger" onClick={onDelete}>
          {t("settings.deleteNow")}
        </Button>
      </div>
    </Dialog>
  );
}
