import type { Field } from "@parley/contract/fields";
import type { RuleAction } from "@parley/contract/rules";
import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { colleaguesQuery } from "../../../api/queries.ts";
import { CheckRow } from "../../../ui/CheckRow.tsx";
import { Select } from "../../../ui/Select.tsx";
import { PriorityField } from "../bubbles/PriorityField.tsx";
import { SnoozeField } from "../bubbles/SnoozeField.tsx";
import { TagFields } from "../bubbles/TagFields.tsx";
import type { ActionContext } from "./ActionList.tsx";
import { BubbleField } from "./BubbleField.tsx";
import { noteLimit } from "./draft.ts";
import { FieldValueFields } from "./FieldValueFields.tsx";
import { NotifyFields } from "./NotifyFields.tsx";
import { WebhookField } from "./WebhookField.tsx";

type Props = ActionContext & {
  action: RuleAction;
  /** The fields of tickets that the action may set. */
  fields: Field[];
  onChange: (action: RuleAction) => void;
};

/** The controls of an action. */
export function ActionFields({ action, fields, departments, nameOf, onNamed, onChange }: Props) {
  const { t } = useTranslation();
  const { data: colleagues = [] } = useQuery(colleaguesQuery);
  const agents = colleagues.map(({ userid, first_name, last_name }) => ({
    value: userid,
    label: `${first_name} ${last_name}`.trim(),
  }));
  switch (action.kind) {
    case "tag":
      return <TagFields change={action} onChange={(change) => onChange({ kind: "tag", ...change })} />;
    case "field":
      return <FieldValueFields action={action} fields={fields} nameOf={nameOf} onChange={onChange} />;
    case "priority":
      return (
        <PriorityField
          priority={action.priority}
          onChange={(priority) => onChange({ ...action, priority })}
        />
      );
    case "move":
      return (
        <Select
          label={t("rules.kind.move")}
          value={action.departmentid || null}
          placeholder={chosenOr(action.departmentid, t("rules.chooseDepartment"))}
          options={departments.map(({ departmentid, department_name }) => ({
            value: departmentid,
            label: department_name,
          }))}
          onChange={(departmentid) => onChange({ ...action, departmentid })}
        />
      );
    case "assign":
      return (
        <>
          <Select
            label={t("rules.kind.assign")}
            value={action.userid || null}
            placeholder={chosenOr(action.userid, t("rules.chooseAgent"))}
            options={agents}
            onChange={(userid) => onChange({ ...action, userid })}
          />
          <p className="text-xs text-text-3">{t("rules.assignHint")}</p>
        </>
      );
    case "note":
      return (
        <textarea
          aria-label={t("rules.noteText")}
          rows={2}
          dir="auto"
          maxLength={noteLimit}
          value={action.content}
          onChange={({ target }) => onChange({ ...action, content: target.value })}
          className="field-sizing-content max-h-60 min-h-16 resize-y rounded-m border border-line-strong bg-raised px-3 py-2 text-s outline-none [overflow-wrap:anywhere] focus:border-accent-text"
        />
      );
    case "notify":
      return <NotifyFields action={action} agents={agents} nameOf={nameOf} onChange={onChange} />;
    case "webhook":
      return <WebhookField action={action} nameOf={nameOf} onNamed={onNamed} onChange={onChange} />;
    case "send":
      return <BubbleField action={action} nameOf={nameOf} onNamed={onNamed} onChange={onChange} />;
    case "snooze":
      return <SnoozeField until={action.until} onChange={(until) => onChange({ ...action, until })} />;
    case "close":
      return (
        <CheckRow
          label={t("bubbles.silently")}
          checked={action.silently}
          onChange={(silently) => onChange({ ...action, silently })}
        />
      );
  }

  /** A choice that is not offered any more keeps its name. */
  function chosenOr(id: string, placeholder: string): string {
    return id ? nameOf(id) : placeholder;
  }
}
