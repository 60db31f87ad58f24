import type { MacroAction } from "@parley/contract/shared-bubbles";
import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { colleaguesQuery, departmentsQuery } from "../../../api/queries.ts";
import { useProfile } from "../../session/viewer.ts";
import { tagsQuery } from "../../tickets/tags/tags-query.ts";

/** The texts that say what each action of a macro will do. A tag or department that was deleted is named so. */
export function useActionTexts(actions: MacroAction[]): string[] {
  const { t } = useTranslation();
  const { userid, username } = useProfile();
  const has = (kind: MacroAction["kind"]) => actions.some((action) => action.kind === kind);
  const { data: tags } = useQuery({ ...tagsQuery, enabled: has("tag") });
  const { data: departments } = useQuery({ ...departmentsQuery, enabled: has("move") });
  const { data: colleagues } = useQuery({ ...colleaguesQuery, enabled: has("move") });
  const tagNames = (ids: string[]) =>
    ids.map((id) => tags?.byId.get(id)?.name ?? (tags ? t("bubbles.gone.tag") : "…")).join(", ");
  const departmentName = (id: string) =>
    departments?.find(({ departmentid }) => departmentid === id)?.department_name ??
    (departments ? t("bubbles.gone.department") : "…");
  const agentName = (id: string) => {
    if (id === userid) return username;
    const colleague = colleagues?.find((one) => one.userid === id);
    return colleague ? `${colleague.first_name} ${colleague.last_name}`.trim() : "…";
  };
  const textsOf = (action: MacroAction): string[] => {
    if (action.kind === "tag")
      return [
        ...(action.add.length > 0 ? [t("bubbles.will.tag", { names: tagNames(action.add) })] : []),
        ...(action.remove.length > 0 ? [t("bubbles.will.untag", { names: tagNames(action.remove) })] : []),
      ];
    if (action.kind === "priority")
      return [t("bubbles.will.priority", { priority: t(`tickets.priorities.${action.priority}`) })];
    if (action.kind === "snooze") return [t(`bubbles.will.snooze.${action.until}`)];
    if (action.kind === "close")
      return [t(action.silently ? "bubbles.will.closeSilently" : "bubbles.will.close")];
    const department = departmentName(action.newDepartment);
    return action.newUser
      ? [t("bubbles.will.hand", { name: agentName(action.newUser), department })]
      : [t("bubbles.will.move", { department })];
  };
  return actions.flatMap(textsOf);
}
