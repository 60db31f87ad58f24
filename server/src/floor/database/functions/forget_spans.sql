-- Changed hours have other open spans, which the desk is to write.
create or replace function forget_spans() returns trigger language plpgsql
set search_path = pg_catalog, public, pg_temp as $$
begin
  new.spans_until := null;
  return new;
end $$;
revoke execute on function forget_spans from public;
