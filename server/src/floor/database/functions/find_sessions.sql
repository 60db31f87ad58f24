-- Processes from before migration 068 call it; the others call `find_signed_in`.
create or replace function find_sessions(tokens bytea[], moment timestamptz)
returns table (token_hash bytea, company_id uuid, agent_id uuid, created_on timestamptz, last_used_on timestamptz,
  expires_on timestamptz, role text, department_id uuid, username text, lang text, first_name text, last_name text,
  push_on timestamptz, two_step_required_on timestamptz, two_step_on timestamptz)
language plpgsql stable
set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off as $$
begin
  return query
    select s.token_hash, s.company_id, s.agent_id, s.created_on, s.last_used_on, s.expires_on, s.role, s.department_id, s.username,
      s.lang, s.first_name, s.last_name, s.push_on, s.two_step_required_on, s.two_step_on
    from signed_in(tokens, moment) s;
end $$;
revoke execute on function find_sessions from public;
