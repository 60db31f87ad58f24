-- Gives places to at most `most` committed events. Null when another relay is at it.
create or replace function place_events(most integer) returns integer language plpgsql
set search_path = pg_catalog, public, pg_temp as $$
declare placed integer;
begin
  if not pg_try_advisory_xact_lock(7275393904) then return null; end if;
  with waiting as (select id from event where place is null order by id limit most),
  numbered as (
    select id, (select coalesce(max(place), 0) from event where place is not null) + row_number() over (order by id) as place
    from waiting)
  update event set place = numbered.place from numbered where event.place is null and event.id = numbered.id;
  get diagnostics placed = row_count;
  return placed;
end $$;
revoke execute on function place_events from public;
grant execute on function place_events to parley_system;
