-- `signed_in`, planned once in a connection: every call asks it.
create or replace function find_signed_in(tokens bytea[], moment timestamptz)
returns table (token_hash bytea, company_id uuid, agent_id uuid, created_on timestamptz, last_used_on timestamptz,
  expires_on timestamptz, role text, department_id uuid, username text, lang text, first_name text, last_name text,
  push_on timestamptz, lacks_two_step boolean)
language plpgsql stable
set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off as $$
begin
  return query
    select s.token_hash, s.company_id, s.agent_id, s.created_on, s.last_used_on, s.expires_on, s.role, s.department_id, s.username,
      s.lang, s.first_name, s.last_name, s.push_on, s.lacks_two_step
    from signed_in(tokens, moment) s;
end $$;
revoke execute on function find_signed_in from public;
grant execute on function find_signed_in to parley_app, parley_system;
