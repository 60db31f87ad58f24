-- The moment at which an owner of hours has been open for so many milliseconds since another; null where the open spans end before it.
create or replace function due_after(company uuid, owner uuid, since timestamptz, milliseconds bigint) returns timestamptz language plpgsql stable
set search_path = pg_catalog, public, pg_temp as $$
declare
  total bigint;
begin
  if owner is null then return since + milliseconds * interval '1 millisecond'; end if;
  total := open_at(company, owner, since) + milliseconds;
  return (
    select d.due from (
      select s.from_on + (total - s.before * 60000::bigint) * interval '1 millisecond' as due, s.to_on from open_span s
      where s.company_id = company and s.owner_id = owner and s.before < (total + 59999) / 60000 order by s.before desc limit 1) d
    where d.due <= d.to_on);
end $$;
revoke execute on function due_after from public;
grant execute on function due_after to parley_app, parley_system;
