import type { Colleague } from "@parley/contract/agents";
import { useQuery } from "@tanstack/react-query";
import { useCallback } from "react";
import { colleaguesQuery } from "../../api/queries.ts";
import { useProfile } from "./viewer.ts";

/** The company's other enabled agents. The server's list is the same for everybody, so it holds the viewer too. */
export function useColleagues() {
  const { userid } = useProfile();
  const select = useCallback((all: Colleague[]) => all.filter((one) => one.userid !== userid), [userid]);
  return useQuery({ ...colleaguesQuery, select });
}
