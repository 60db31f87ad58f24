-- Answers whose opening hours are in force in a department: its own id, else the company's; null where neither has any: it is always open.
create or replace function hours_owner(company uuid, department uuid) returns uuid language sql stable
set search_path = pg_catalog, public, pg_temp as $$
  select coalesce(h.department_id, h.company_id) from opening_hours h
  where h.company_id = company and (h.department_id = department or h.department_id is null)
  order by h.department_id nulls last limit 1
$$;
revoke execute on function hours_owner from public;
grant execute on function hours_owner to parley_app, parley_system;
