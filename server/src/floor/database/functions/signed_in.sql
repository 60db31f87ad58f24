-- The one rule of who is signed in: the sessions of these tokens that have not run out, of agents who are not disabled, each with the rights
-- of now. An ended session has no row. PostgreSQL puts its text in the place of a call, so that a caller has one plan.
create or replace function signed_in(tokens bytea[], moment timestamptz)
returns table (token_hash bytea, company_id uuid, agent_id uuid, created_on timestamptz, last_used_on timestamptz,
  expires_on timestamptz, role text, department_id uuid, username text, lang text, first_name text, last_name text,
  push_on timestamptz, lacks_two_step boolean, two_step_required_on timestamptz, two_step_on timestamptz)
language sql stable as $$
  select s.token_hash, s.company_id, s.agent_id, s.created_on, s.last_used_on, s.expires_on, a.role, a.department_id, a.username, a.lang,
    a.first_name, a.last_name, a.push_on, c.two_step_required_on is not null and t.confirmed_on is null, c.two_step_required_on,
    t.confirmed_on
  from session s
  join agent a on a.company_id = s.company_id and a.id = s.agent_id
  join company c on c.company_id = s.company_id
  left join two_step t on t.company_id = s.company_id and t.agent_id = s.agent_id
  where s.token_hash = any (tokens) and s.expires_on > moment and a.disabled_on is null
$$;
revoke execute on function signed_in from public;
grant execute on function signed_in to parley_app, parley_system;
