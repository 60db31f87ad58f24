-- The newest clients whose name, number or short id has the keyword. Why it runs as the owner: see search_tickets.
create or replace function search_clients(company uuid, departments uuid[], keyword text, most integer)
returns setof uuid language plpgsql stable security definer
set search_path = pg_catalog, public, pg_temp set plan_cache_mode = force_custom_plan as $$
declare
  pattern text := '%' || regexp_replace(fold(keyword), '([\\%_])', '\\\1', 'g') || '%';
begin
  if company is distinct from current_company() then return; end if;
  return query
    select c.id from client c
    where c.company_id = company and c.merged_into is null
      and fold(c.name || ' ' || c.short_id || coalesce(' ' || c.account_number, '')) like pattern
      and (departments is null or exists (
        select from ticket t where t.company_id = company and t.client_id = c.id and t.department_id = any (departments)
          and t.deleted_on is null and t.merged_into is null))
    order by c.created_on desc, c.id desc limit most;
end $$;
revoke execute on function search_clients from public;
grant execute on function search_clients to parley_app;
