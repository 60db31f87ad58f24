-- Milliseconds that an owner of hours had been open at a moment, since the beginning of their open spans. Without an owner, those since 1970.
create or replace function open_at(company uuid, owner uuid, at timestamptz) returns bigint language sql stable
set search_path = pg_catalog, public, pg_temp as $$
  select case when owner is null then (extract(epoch from at) * 1000)::bigint
    else coalesce((select s.before * 60000::bigint + (extract(epoch from least(at, s.to_on) - s.from_on) * 1000)::bigint from open_span s
      where s.company_id = company and s.owner_id = owner and s.from_on <= at order by s.from_on desc limit 1), 0) end
$$;
revoke execute on function open_at from public;
grant execute on function open_at to parley_app, parley_system;
