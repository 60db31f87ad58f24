import { type BubbleLanguage, bubbleLanguages } from "@parley/contract/bubble-languages";
import { bubbleVariables, variableOfField } from "@parley/contract/bubble-variables";
import type { Department } from "@parley/contract/departments";
import { limits } from "@parley/contract/limits";
import type { MacroAction, SharedBubble } from "@parley/contract/shared-bubbles";
import { useQuery } from "@tanstack/react-query";
import { type FormEvent, useId, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { Button } from "../../../ui/Button.tsx";
import { Dialog } from "../../../ui/Dialog.tsx";
import { Field } from "../../../ui/Field.tsx";
import { Select } from "../../../ui/Select.tsx";
import { foldersQuery } from "../../chat/bubbles/shared-query.ts";
import { fieldsQuery } from "../../tickets/fields/fields-query.ts";
import { languageName } from "../../tickets/templates/language-name.ts";
import { Actions } from "./Actions.tsx";
import { Files } from "./Files.tsx";
import { useSharedSettings } from "./shared-settings.ts";

/** Without a bubble a new one is made. */
type Props = { bubble?: SharedBubble; departments: Department[]; onClose: () => void };

const none = "/none";

export function EditShared({ bubble: given, departments, onClose }: Props) {
  const { t, i18n } = useTranslation();
  const { save } = useSharedSettings();
  const [bubble, setBubble] = useState(given);
  const [name, setName] = useState(given?.name ?? "");
  const [folder, setFolder] = useState(given?.folder ?? "");
  const [place, setPlace] = useState(given?.departmentid ?? none);
  const [language, setLanguage] = useState<BubbleLanguage | typeof none>(given?.language ?? none);
  const [content, setContent] = useState(given?.content ?? "");
  const [actions, setActions] = useState<MacroAction[]>(given?.actions ?? []);
  const { data: folders = [] } = useQuery(foldersQuery);
  const { data: fields = [] } = useQuery(fieldsQuery);
  const variables = [
    ...Object.keys(bubbleVariables),
    ...fields.filter(({ archived_on }) => archived_on === null).map(variableOfField),
  ];
  const id = useId();
  const area = useRef<HTMLTextAreaElement>(null);
  const files = bubble?.files.length ?? 0;
  const complete =
    name.trim() !== "" &&
    (content.trim() !== "" || actions.length > 0 || files > 0) &&
    actions.every(isWhole);

  const words = {
    name: name.trim(),
    folder: folder.trim(),
    content: content.trim(),
    departmentid: place === none ? null : place,
    language: language === none ? null : language,
    actions,
  };

  function submit(event: FormEvent) {
    event.preventDefault();
    save.mutate({ ...words, ...(bubble && { bubbleid: bubble.bubbleid }) }, { onSuccess: onClose });
  }

  /** Files belong to a bubble that is there. */
  async function saved(): Promise<SharedBubble> {
    if (bubble) return bubble;
    const made = await save.mutateAsync(words);
    setBubble(made);
    return made;
  }

  function insert(variable: string) {
    const { selectionStart: from = content.length, selectionEnd: to = from } = area.current ?? {};
    setContent(`${content.slice(0, from)}{{${variable}}}${content.slice(to)}`);
    area.current?.focus();
  }

  return (
    <Dialog open wide onClose={onClose} title={t(given ? "bubbles.editing" : "bubbles.creating")}>
      <form onSubmit={submit} className="mt-4 grid grid-cols-[minmax(0,1fr)] gap-4">
        <div className="grid gap-4 sm:grid-cols-2">
          <Field
            label={t("bubbles.name")}
            required
            maxLength={limits.bubbleName}
            value={name}
            onChange={({ target }) => setName(target.value)}
          />
          <Field
            label={t("bubbles.folder")}
            list={`${id}-folders`}
            maxLength={limits.bubbleFolder}
            value={folder}
            onChange={({ target }) => setFolder(target.value)}
          />
          <datalist id={`${id}-folders`}>
            {folders.map((one) => (
              <option key={one.folder} value={one.folder} />
            ))}
          </datalist>
          <Labelled label={t("bubbles.place")}>
            <Select
              label={t("bubbles.place")}
              value={place}
              options={[
                { value: none, label: t("bubbles.company") },
                ...departments.map(({ departmentid, department_name }) => ({
                  value: departmentid,
                  label: department_name,
                })),
              ]}
              onChange={setPlace}
            />
          </Labelled>
          <Labelled label={t("bubbles.language")}>
            <Select
              label={t("bubbles.language")}
              value={language}
              options={[
                { value: none, label: t("bubbles.anyLanguage") },
                ...bubbleLanguages.map((code) => ({ value: code, label: languageName(code, i18n.language) })),
              ]}
              onChange={setLanguage}
            />
          </Labelled>
        </div>
        <div className="grid gap-1.5">
          <label htmlFor={`${id}-content`} className="text-s font-semibold text-text-2">
            {t("bubbles.content")}
          </label>
          <textarea
            ref={area}
            id={`${id}-content`}
            rows={5}
            dir="auto"
            spellCheck
            lang={language === none ? "" : language}
            maxLength={limits.messageText}
            value={content}
            onChange={({ target }) => setContent(target.value)}
            className="field-sizing-content max-h-72 min-h-28 resize-y rounded-m border border-line-strong bg-raised px-3 py-2.5 outline-none [overflow-wrap:anywhere] focus:border-accent-text"
          />
          <div className="flex max-h-36 flex-wrap items-center gap-1.5 overflow-y-auto max-phone:max-h-42">
            <span className="text-xs text-text-3">{t("bubbles.variables")}</span>
            {variables.map((variable) => (
              <button
                key={variable}
                type="button"
                onClick={() => insert(variable)}
                className="max-w-full truncate rounded-chip border border-line-strong px-1.5 py-0.5 font-mono text-xs text-text-2 hover:bg-raised-2 max-phone:min-h-11 max-phone:px-2.5"
              >
                {`{{${variable}}}`}
              </button>
            ))}
          </div>
        </div>
        <Files bubble={bubble} mayAdd={complete} saved={saved} onChange={setBubble} />
        <Actions actions={actions} departments={departments} onChange={setActions} />
        <div className="flex justify-end gap-2">
          <Button onClick={onClose}>{t("common.cancel")}</Button>
          <Button look="primary" type="submit" disabled={!complete || save.isPending}>
            {t("bubbles.save")}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}

/** An action that was begun may lack its tags or its department. */
const isWhole = (action: MacroAction): boolean =>
  action.kind === "tag"
    ? action.add.length + action.remove.length > 0
    : action.kind !== "move" || action.newDepartment !== "";

function Labelled({ label, children }: { label: string; children: React.ReactNode }) {
  return (
    <div className="grid gap-1.5">
      <span aria-hidden="true" className="text-s font-semibold text-text-2">
        {label}
      </span>
      {children}
    </div>
  );
}
