-- `signed_in` with the departments of each agent, for a call whose company is not known yet. The login role alone calls it, and in a company
-- `find_signed_in` is called: a plan that two roles ask for in turn is made anew each time, which takes ten times as long as to run it.
create or replace function find_open_sessions(tokens bytea[], moment timestamptz)
returns table (token_hash bytea, company_id uuid, agent_id uuid, created_on timestamptz, last_used_on timestamptz,
  expires_on timestamptz, role text, department_id uuid, username text, lang text, first_name text, last_name text,
  push_on timestamptz, lacks_two_step boolean, departments uuid[])
language plpgsql stable
set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off as $$
begin
  return query
    select s.token_hash, s.company_id, s.agent_id, s.created_on, s.last_used_on, s.expires_on, s.role, s.department_id, s.username,
      s.lang, s.first_name, s.last_name, s.push_on, s.lacks_two_step,
      array(select d.department_id from agent_sight d where d.company_id = s.company_id and d.agent_id = s.agent_id order by d.department_id)
    from signed_in(tokens, moment) s;
end $$;
revoke execute on function find_open_sessions from public;
