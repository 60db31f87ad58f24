-- The agents of several sessions as of now, each with the place of its session's hash: `find_caller` for calls that share a unit of work which
-- only reads.
create or replace function find_callers(hashes bytea[], moment timestamptz)
returns table (place integer, agent_id uuid, role text, department_id uuid, first_name text, last_name text, lacks_two_step boolean)
language plpgsql stable
set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off as $$
begin
  return query
    select h.place::integer, a.id, a.role, a.department_id, a.first_name, a.last_name,
        c.two_step_required_on is not null and t.confirmed_on is null
      from unnest(hashes) with ordinality h (hash, place)
      join session s on s.token_hash = h.hash
      join agent a on a.company_id = s.company_id and a.id = s.agent_id
      join company c on c.company_id = s.company_id
      left join two_step t on t.company_id = s.company_id and t.agent_id = s.agent_id
      where s.expires_on > moment and a.disabled_on is null;
end $$;
revoke execute on function find_callers from public;
grant execute on function find_callers to parley_app;
