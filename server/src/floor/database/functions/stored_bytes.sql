-- The bytes that a file takes in the store; 0 for one that is not kept.
create or replace function stored_bytes(storage_key text, size bigint) returns bigint language sql immutable
set search_path = pg_catalog, public, pg_temp
return case when storage_key is null then 0 else coalesce(size, 0) end;
