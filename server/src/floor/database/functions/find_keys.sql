-- The one rule of which keys are valid: those of these hashes that have neither ended nor run out, an agent's while the agent is not
-- disabled, each with the rights of now. A function, since its plan is kept per connection: every call of a program asks it. `hold` keeps
-- the key from ending until the unit of work does.
create or replace function find_keys(hashes bytea[], moment timestamptz, hold boolean default false)
returns table (hash bytea, company_id uuid, key_id uuid, name text, abilities text[], departments uuid[], networks text[],
  agent_id uuid, role text, department_id uuid, first_name text, last_name text, agent_departments uuid[], lacks_two_step boolean)
language plpgsql
set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off as $$
begin
  if hold then
    perform from agent a where (a.company_id, a.id) in (
      select k.company_id, k.agent_id from api_key_secret s
      join api_key k on k.company_id = s.company_id and k.id = s.key_id where s.hash = any (hashes))
      for no key update;
    perform from api_key k where (k.company_id, k.id) in (
      select s.company_id, s.key_id from api_key_secret s where s.hash = any (hashes))
      for key share;
  end if;
  return query
    select s.hash, k.company_id, k.id, k.name, k.abilities, k.departments, k.networks, a.id, a.role, a.department_id, a.first_name,
      a.last_name, case when a.id is not null then departments_of(a.company_id, a.id) end,
      a.id is not null and c.two_step_required_on is not null and t.confirmed_on is null
    from api_key_secret s
    join api_key k on k.company_id = s.company_id and k.id = s.key_id
    join company c on c.company_id = k.company_id
    left join agent a on a.company_id = k.company_id and a.id = k.agent_id
    left join two_step t on t.company_id = k.company_id and t.agent_id = k.agent_id
    where s.hash = any (hashes) and (s.valid_until is null or s.valid_until > moment) and k.ended_on is null and k.expires_on > moment
      and (k.agent_id is null or a.disabled_on is null);
end $$;
revoke execute on function find_keys from public;
grant execute on function find_keys to parley_app, parley_system;
