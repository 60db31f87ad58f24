-- Processes from before migration 068 call it; the others call `find_signed_in`.
create or replace function find_callers(hashes bytea[], moment timestamptz)
returns table (place integer, agent_id uuid, role text, department_id uuid, first_name text, last_name text, lacks_two_step boolean)
language plpgsql stable
set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off as $$
begin
  return query
    select h.place::integer, s.agent_id, s.role, s.department_id, s.first_name, s.last_name, s.lacks_two_step
    from unnest(hashes) with ordinality h (hash, place) join signed_in(hashes, moment) s on s.token_hash = h.hash;
end $$;
revoke execute on function find_callers from public;
grant execute on function find_callers to parley_app;
