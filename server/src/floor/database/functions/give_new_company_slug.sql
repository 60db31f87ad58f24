create or replace function give_new_company_slug() returns trigger language plpgsql
set search_path = pg_catalog, public, pg_temp as $$
begin
  perform give_company_slug(new.company_id, new.name, new.created_on);
  return null;
end $$;
