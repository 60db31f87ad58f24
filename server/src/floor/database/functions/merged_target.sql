-- The target of a merged ticket, by the ticket's whole id or the range of a short one. Null for any other ticket. It sees what the policy
-- of `ticket` hides, since it runs as the owner; access to the target is checked by the caller, the company again.
create or replace function merged_target(company uuid, first uuid, last uuid) returns uuid language plpgsql stable security definer
set search_path = pg_catalog, public, pg_temp set enable_seqscan = off as $$
begin
  if company is distinct from current_company() then return null; end if;
  return (select t.merged_into from ticket t
    where t.company_id = company and t.id between first and last and t.merged_into is not null limit 1);
end $$;
revoke execute on function merged_target from public;
grant execute on function merged_target to parley_app;
