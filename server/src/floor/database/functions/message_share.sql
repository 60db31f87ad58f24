-- The part of all messages that is a company's, as estimated; 0 before the first analysis.
create or replace function message_share(company uuid) returns double precision language plpgsql
set search_path = pg_catalog, public, pg_temp as $$
declare
  plan json;
  total real := (select c.reltuples from pg_class c where c.oid = 'public.message'::regclass);
begin
  execute format('explain (format json) select from message m where m.company_id = %L', company) into plan;
  return case when total > 0 then (plan -> 0 -> 'Plan' ->> 'Plan Rows')::double precision / total else 0 end;
end $$;
revoke execute on function message_share from public;
