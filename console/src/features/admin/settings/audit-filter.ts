import type { AuditFilter } from "@parley/contract/audit";
import { auditTopics } from "@parley/contract/audit-topics";
import { useLocation, useNavigate } from "react-router";
import { isDay, isId, oneOf, readFields, writeFilter } from "../page/address-filter.ts";

const fields = { agent: isId, topic: oneOf(auditTopics), from: isDay, to: isDay };

/** The log's filter, which is in the address beside the section. */
export function useAuditFilter(): [AuditFilter, (filter: AuditFilter) => void] {
  const { search, hash } = useLocation();
  const navigate = useNavigate();
  const set = (filter: AuditFilter) =>
    void navigate({ search: writeFilter(filter), hash }, { replace: true });
  return [readFields<AuditFilter>(new URLSearchParams(search), fields), set];
}
