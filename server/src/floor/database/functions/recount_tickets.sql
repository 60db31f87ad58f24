-- Counts so many tickets more by the days of the company's zone. Answers whether the figures that are shown are those.
create or replace function recount_tickets(of_company uuid, batch integer) returns boolean language plpgsql
set search_path = pg_catalog, public, pg_temp as $$
declare
  c record;
  wanted text;
  last uuid;
begin
  perform pg_advisory_xact_lock(days_lock(of_company));
  select time_zone, figures_zone, counting_zone, counted_to into c from company where company_id = of_company
    for no key update;
  if not found then return true; end if;
  wanted := nullif(c.time_zone, c.figures_zone);
  if c.counting_zone is distinct from wanted then
    perform drop_days(of_company, c.counting_zone);
    c.counting_zone := wanted;
    c.counted_to := null;
    update company set counting_zone = wanted, counted_to = null where company_id = of_company;
  end if;
  if wanted is null then return true; end if;
  select t.id into last from ticket t
    where t.company_id = of_company and (c.counted_to is null or t.id > c.counted_to)
    order by t.id offset batch - 1 limit 1;
  perform count_tickets(of_company, wanted, c.counted_to, last);
  if last is not null then
    update company set counted_to = last where company_id = of_company;
    return false;
  end if;
  perform drop_days(of_company, c.figures_zone);
  update company set figures_zone = wanted, counting_zone = null, counted_to = null where company_id = of_company;
  return true;
end $$;
