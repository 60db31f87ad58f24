-- Removes a company's figures by the days of a zone.
create or replace function drop_days(of_company uuid, of_zone text) returns void language plpgsql
set search_path = pg_catalog, public, pg_temp as $$
begin
  -- Differences that are being added up are in no table for another transaction.
  perform pg_advisory_xact_lock(7275393903);
  delete from ticket_total where company_id = of_company and zone = of_zone;
  delete from handler_total where company_id = of_company and zone = of_zone;
  delete from ticket_total_change where company_id = of_company and zone = of_zone;
end $$;
