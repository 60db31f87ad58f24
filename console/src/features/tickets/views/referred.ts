import { customFieldOf } from "@parley/contract/conditions/custom-fields";
import type { Referred } from "@parley/contract/conditions/fields";
import { useQuery } from "@tanstack/react-query";
import { channelsQuery, colleaguesQuery, departmentsQuery } from "../../../api/queries.ts";
import { fieldsQuery } from "../fields/fields-query.ts";
import { tagsQuery } from "../tags/tags-query.ts";

type Named = { value: string; label: string };

/** Lists what a leaf of this kind can name. The choices are those of its own field. */
export function useReferred(kind: Referred | null, field: string): Named[] {
  const { data: colleagues = [] } = useQuery({ ...colleaguesQuery, enabled: kind === "agent" });
  const { data: departments = [] } = useQuery({ ...departmentsQuery, enabled: kind === "department" });
  const { data: channels = [] } = useQuery({ ...channelsQuery, enabled: kind === "channel" });
  const { data: tags } = useQuery({ ...tagsQuery, enabled: kind === "tag" });
  const { data: made = [] } = useQuery({ ...fieldsQuery, enabled: kind === "choice" });
  switch (kind) {
    case "agent":
      return colleagues.map(({ userid, first_name, last_name }) => ({
        value: userid,
        label: `${first_name} ${last_name}`,
      }));
    case "department":
      return departments.map(({ departmentid, department_name }) => ({
        value: departmentid,
        label: department_name,
      }));
    case "channel":
      return channels.map(({ channelid, name }) => ({ value: channelid, label: name }));
    case "tag":
      return (tags?.tags ?? []).map(({ tagid, name }) => ({ value: tagid, label: name }));
    case "choice": {
      const { choices = [] } = made.find(({ fieldid }) => fieldid === customFieldOf(field)?.id) ?? {};
      return choices.map(({ choiceid, name }) => ({ value: choiceid, label: name }));
    }
    // They are searched in a dialog.
    case "organisation":
    case null:
      return [];
  }
}
