import { useTranslation } from "react-i18next";
import { Avatar } from "../../../ui/Avatar.tsx";
import { showCount } from "../../../ui/number.ts";
import { nameOf } from "../../people/colleagues/name.ts";
import { useDepartmentAgents } from "./department-agents.ts";

/** The other faces are a number when there are more. */
const mostFaces = 6;

/** The faces of a department's agents. */
export function DepartmentFaces({ departmentid }: { departmentid: string }) {
  const { t, i18n } = useTranslation();
  const agents = useDepartmentAgents(departmentid);
  const others = agents.length - mostFaces;
  if (agents.length === 0) return null;
  return (
    <ul aria-label={t("settings.agents")} className="flex items-center gap-2">
      {agents.slice(0, mostFaces).map((agent) => (
        <li
          key={agent.userid}
          title={nameOf(agent)}
          className="-ml-3.5 rounded-full ring-2 ring-pane first:ml-0 max-phone:-ml-5"
        >
          <Avatar name={nameOf(agent)} picture={agent.profile_pic} size={36} />
          <span className="sr-only">{nameOf(agent)}</span>
        </li>
      ))}
      {others > 0 && (
        <li className="text-xs text-text-3 tabular-nums">+{showCount(others, i18n.language)}</li>
      )}
    </ul>
  );
}
