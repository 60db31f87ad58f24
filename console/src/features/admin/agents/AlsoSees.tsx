import type { Department } from "@parley/contract/departments";
import { useTranslation } from "react-i18next";
import { Checkbox } from "../../../ui/Checkbox.tsx";

type Props = { departments: Department[]; chosen: string[]; onChange: (chosen: string[]) => void };

/** The departments whose tickets an agent sees beside those of their own. */
export function AlsoSees({ departments, chosen, onChange }: Props) {
  const { t } = useTranslation();
  if (departments.length === 0) return null;
  return (
    <fieldset className="col-span-full grid gap-1.5">
      <legend className="text-s font-semibold text-text-2">{t("adminAgents.alsoSees")}</legend>
      <ul className="mt-1.5 flex max-h-48 flex-wrap gap-x-5 gap-y-1 overflow-y-auto">
        {departments.map(({ departmentid, department_name: name }) => (
          <li
            key={departmentid}
            className="flex min-w-0 items-center gap-2.5 py-0.5 text-s max-phone:min-h-11"
          >
            <Checkbox
              label={`${t("adminAgents.alsoSees")}: ${name}`}
              checked={chosen.includes(departmentid)}
              onChange={(on) =>
                onChange(on ? [...chosen, departmentid] : chosen.filter((one) => one !== departmentid))
              }
            />
            <span aria-hidden="true" className="truncate">
              {name}
            </span>
          </li>
        ))}
      </ul>
      <p className="text-xs text-text-3">{t("adminAgents.alsoSeesHint")}</p>
    </fieldset>
  );
}
