import { seesDepartment } from "@parley/contract/permissions";
import type { ViewAudience } from "@parley/contract/views";
import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { departmentsQuery } from "../../../api/queries.ts";
import { Select } from "../../../ui/Select.tsx";
import { useViewer } from "../../session/viewer.ts";
import { Labelled } from "./Labelled.tsx";

type Audience = { audience: ViewAudience; departmentid: string | null };
type Props = { chosen: Audience; onChoose: (audience: Audience) => void };

/** The audience of a view. An agent cannot share views, so nothing is asked. */
export function AudienceField({ chosen, onChoose }: Props) {
  const { t } = useTranslation();
  const viewer = useViewer();
  const shares = viewer.abilities.has("manageTickets");
  const { data: departments = [] } = useQuery({ ...departmentsQuery, enabled: shares });
  if (!shares) return null;
  const seen = departments.filter(({ departmentid }) => seesDepartment(viewer, departmentid));
  const options = [
    { value: "own", label: t("views.audience.own") },
    ...(viewer.abilities.has("manageSettings")
      ? [{ value: "company", label: t("views.audience.company") }]
      : []),
    ...seen.map(({ departmentid, department_name }) => ({
      value: departmentid,
      label: t("views.audience.department", { name: department_name }),
    })),
  ];
  function choose(value: string) {
    if (value === "own" || value === "company") onChoose({ audience: value, departmentid: null });
    else onChoose({ audience: "department", departmentid: value });
  }
  return (
    <Labelled label={t("views.for")}>
      <Select
        label={t("views.for")}
        value={chosen.departmentid ?? chosen.audience}
        options={options}
        onChange={choose}
      />
    </Labelled>
  );
}
