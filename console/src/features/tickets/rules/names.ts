/** The names of what rules name by their ids: tags, departments, agents, accounts, fields and their choices, organisations. */
import type { Rule } from "@parley/contract/rules";
import { useQueries, useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { channelsQuery, colleaguesQuery, departmentsQuery } from "../../../api/queries.ts";
import { fieldsQuery } from "../fields/fields-query.ts";
import { organisationQuery } from "../organisations/organisation-queries.ts";
import { tagsQuery } from "../tags/tags-query.ts";

export type Refers = Rule["refers"];
export type NameOf = (id: string) => string;

/** `organisations`: ids of those that may be named; they are too many for a list. What nothing names was deleted. */
export function useNameOf(refers: Refers, organisations: string[] = []): NameOf {
  const { t } = useTranslation();
  const { data: tags } = useQuery(tagsQuery);
  const { data: departments = [] } = useQuery(departmentsQuery);
  const { data: colleagues = [] } = useQuery(colleaguesQuery);
  const { data: channels = [] } = useQuery(channelsQuery);
  const { data: fields = [] } = useQuery(fieldsQuery);
  const found = useQueries({ queries: organisations.map((id) => organisationQuery(id)) });
  const names = new Map<string, string>([
    ...(tags?.tags ?? []).map(({ tagid, name }) => [tagid, name] as const),
    ...departments.map(({ departmentid, department_name }) => [departmentid, department_name] as const),
    ...colleagues.map(
      ({ userid, first_name, last_name }) => [userid, `${first_name} ${last_name}`.trim()] as const,
    ),
    ...channels.map(({ channelid, name }) => [channelid, name] as const),
    ...fields.flatMap(({ fieldid, name, choices }) => [
      [fieldid, name] as const,
      ...choices.map((choice) => [choice.choiceid, choice.name] as const),
    ]),
    ...found.flatMap(({ data }, at) => (data ? [[organisations[at] ?? "", data.name] as const] : [])),
    ...refers.flatMap(({ id, name }) => (name === null ? [] : [[id, name] as const])),
  ]);
  return (id) => names.get(id) ?? t("views.deleted");
}
