-- The departments whose tickets an agent sees without a role that sees all. A function, since its plan is kept per connection; volatile, so that a
-- unit of work that waited for the agent's row reads what was committed meanwhile.
create or replace function departments_of(company uuid, agent uuid) returns uuid[] language plpgsql
set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off as $$
begin
  return array(
    select d.department_id from agent_sight d where d.company_id = company and d.agent_id = agent order by d.department_id);
end $$;
revoke execute on function departments_of from public;
grant execute on function departments_of to parley_app, parley_system;
