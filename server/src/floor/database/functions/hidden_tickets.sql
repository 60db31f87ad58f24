-- The company's deleted tickets and those that are merged into them, for the policies of what is read without its ticket; none for a unit of
-- work that sees them. A policy asks once for a statement, in a subquery of its own: a question for each row takes longer than to read the row.
-- It runs as the owner, since the policy of `ticket` hides what is asked for.
create or replace function hidden_tickets() returns setof uuid language plpgsql stable security definer rows 10
set search_path = pg_catalog, public, pg_temp set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off as $$
begin
  return query
  with hidden as (
    select t.company_id, t.id from ticket t
    where t.company_id = current_company() and t.deleted_on is not null and current_setting('app.deleted', true) is distinct from 'shown')
  select h.id from hidden h
  union all
  select m.id from hidden h join ticket m on m.company_id = h.company_id and m.merged_into = h.id;
end $$;
revoke execute on function hidden_tickets from public;
grant execute on function hidden_tickets to parley_app;
