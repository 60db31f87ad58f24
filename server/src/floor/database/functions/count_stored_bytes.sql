-- Adds what a file's row changes to its company's bytes.
create or replace function count_stored_bytes() returns trigger language plpgsql
set search_path = pg_catalog, public, pg_temp as $$
declare
  before bigint := case when tg_op = 'INSERT' then 0 else stored_bytes(old.storage_key, old.size) end;
  after bigint := case when tg_op = 'DELETE' then 0 else stored_bytes(new.storage_key, new.size) end;
begin
  if after <> before then
    insert into storage_total as total (company_id, bytes)
    values (coalesce(new.company_id, old.company_id), after - before)
    on conflict (company_id) do update set bytes = total.bytes + excluded.bytes;
  end if;
  return null;
end $$;
