-- True unless the ticket was deleted, or merged into a deleted one, for the policy of `action`. A function keeps its plan: to plan a subquery
-- in each read takes longer than to run it. It runs as the owner, since the policy of `ticket` hides a merged one.
create or replace function shows_ticket(of_ticket uuid) returns boolean language plpgsql stable security definer
set search_path = pg_catalog, public, pg_temp set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off as $$
begin
  return exists (
    select from ticket t join ticket s on s.company_id = t.company_id and s.id = coalesce(t.merged_into, t.id)
    where t.company_id = current_company() and t.id = of_ticket
      and (t.deleted_on is null and s.deleted_on is null or current_setting('app.deleted', true) = 'shown'));
end $$;
revoke execute on function shows_ticket from public;
grant execute on function shows_ticket to parley_app;
