import type { Colleague } from "@parley/contract/agents";
import { useColleagues } from "../../session/colleagues.ts";
import { useProfile } from "../../session/viewer.ts";

export type DepartmentAgent = Pick<
  Colleague,
  "userid" | "first_name" | "last_name" | "profile_pic" | "departmentid"
>;

/** The enabled agents of a department, the viewer first if they are one of them. */
export function useDepartmentAgents(departmentid: string): DepartmentAgent[] {
  const own = useProfile();
  const { data: colleagues = [] } = useColleagues();
  const self = {
    userid: own.userid,
    first_name: own.firstName,
    last_name: own.lastName,
    profile_pic: own.profilePic,
    departmentid: own.departmentid,
  };
  return [self, ...colleagues].filter((one) => one.departmentid === departmentid);
}
