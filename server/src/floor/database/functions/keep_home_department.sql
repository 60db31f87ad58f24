-- An agent's home department is always among those they see; one that they leave is no longer.
create or replace function keep_home_department() returns trigger language plpgsql
set search_path = pg_catalog, public, pg_temp as $$
begin
  if tg_op = 'UPDATE' then
    delete from agent_sight
      where company_id = old.company_id and agent_id = old.id and department_id = old.department_id;
  end if;
  insert into agent_sight (company_id, agent_id, department_id) values (new.company_id, new.id, new.department_id)
    on conflict do nothing;
  return null;
end $$;
