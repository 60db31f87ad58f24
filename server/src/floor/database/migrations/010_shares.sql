-- Bytes of the files that a company has in the store. One row for each company, changed in the unit of work that keeps or
-- removes a file: who adds one waits for who is adding one, so a limit holds exactly.
create table storage_total (
  company_id uuid primary key references company on delete cascade,
  bytes bigint not null
);
alter table storage_total enable row level security;
alter table storage_total force row level security;
create policy own_company on storage_total to parley_app using (company_id = current_company()) with check (company_id = current_company());
create policy every_company on storage_total to parley_system using (true) with check (true);
grant select, insert, update, delete on storage_total to parley_app, parley_system;

-- Null: what the server allows. 0: no limit.
alter table company add column max_storage_gb integer check (max_storage_gb between 0 and 1000000);

create function stored_bytes(storage_key text, size bigint) returns bigint language sql immutable
set search_path = pg_catalog, public, pg_temp
return case when storage_key is null then 0 else coalesce(size, 0) end;

create function count_stored_bytes() returns trigger language plpgsql
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

create trigger file_bytes_counted after insert or delete or update of storage_key, size on file
  for each row execute function count_stored_bytes();

-- The company's zone is the one it asks for; its tickets are counted by the days of figures_zone. Where the two differ, they
-- are counted once more beside the figures that are shown, step by step, and the last step puts the new ones in their place.
-- The default is time_zone's.
alter table company add column figures_zone text not null default 'UTC';
alter table company add column counting_zone text;
-- Of the tickets in the order of their ids, those up to here are counted by counting_zone.
alter table company add column counted_to uuid;

alter table ticket_total add column zone text;
alter table ticket_total_change add column zone text;

do $$
begin
  set local role parley_system;
  update company set figures_zone = time_zone;
  update ticket_total t set zone = c.figures_zone from company c where c.company_id = t.company_id;
  update ticket_total_change t set zone = c.figures_zone from company c where c.company_id = t.company_id;
  insert into storage_total (company_id, bytes)
    select f.company_id, sum(stored_bytes(f.storage_key, f.size)) from file f group by f.company_id;
  reset role;
end $$;

alter table ticket_total alter column zone set not null;
alter table ticket_total_change alter column zone set not null;
alter table ticket_total drop constraint ticket_total_pkey;
alter table ticket_total add primary key (company_id, zone, department_id, platform, day);

-- Shared by who changes a ticket, until the commit; a step of a recount has it alone. So a step sees each ticket either as it
-- was before a change, which then adds its difference, or as it is after it.
create function days_lock(company uuid) returns bigint language sql immutable
set search_path = pg_catalog, public, pg_temp
return hashtextextended('days of ' || company, 0);

-- What a ticket was is taken away, what it is now is added: by the days that are shown, and by those that are being counted
-- if it has been counted there.
create or replace function count_ticket_change() returns trigger language plpgsql
set search_path = pg_catalog, public, pg_temp as $$
declare
  t record;
  c record;
  zone text;
  waited bigint;
  accepted integer;
  closed integer;
begin
  perform pg_advisory_xact_lock_shared(days_lock(coalesce(new.company_id, old.company_id)));
  select figures_zone, counting_zone, counted_to into c from company
    where company_id = coalesce(new.company_id, old.company_id);
  for sign in -1 .. 1 by 2 loop
    continue when sign = -1 and tg_op = 'INSERT' or sign = 1 and tg_op = 'DELETE';
    if sign = -1 then t := old; else t := new; end if;
    waited := coalesce(extract(epoch from t.accepted_on - t.created_on) * 1000, 0);
    accepted := (t.accepted_on is not null)::integer;
    closed := (t.closed_on is not null)::integer;
    foreach zone in array array[c.figures_zone, case when t.id <= c.counted_to then c.counting_zone end] loop
      continue when zone is null;
      insert into ticket_total_change (company_id, zone, department_id, platform, day, tickets, closed, pending, accepted,
        waited, closed_accepted, closed_waited, rated, stars)
      values (t.company_id, zone, t.department_id, t.platform, (t.created_on at time zone zone)::date, sign, sign * closed,
        sign * (closed = 0 and t.handler_id is null)::integer, sign * accepted, sign * waited,
        sign * closed * accepted, sign * closed * waited, sign * (t.rating is not null)::integer,
        sign * coalesce(t.rating, 0));
    end loop;
  end loop;
  return null;
end $$;

create or replace function add_up_ticket_totals() returns void language plpgsql
set search_path = pg_catalog, public, pg_temp as $$
begin
  if not pg_try_advisory_xact_lock(7275393903) then return; end if;
  with taken as (delete from ticket_total_change returning *)
  insert into ticket_total as total (company_id, zone, department_id, platform, day, tickets, closed, pending, accepted,
    waited, closed_accepted, closed_waited, rated, stars)
  select company_id, zone, department_id, platform, day, sum(tickets), sum(closed), sum(pending), sum(accepted),
    sum(waited), sum(closed_accepted), sum(closed_waited), sum(rated), sum(stars)
  from taken group by company_id, zone, department_id, platform, day
  on conflict (company_id, zone, department_id, platform, day) do update set
    tickets = total.tickets + excluded.tickets, closed = total.closed + excluded.closed,
    pending = total.pending + excluded.pending, accepted = total.accepted + excluded.accepted,
    waited = total.waited + excluded.waited, closed_accepted = total.closed_accepted + excluded.closed_accepted,
    closed_waited = total.closed_waited + excluded.closed_waited, rated = total.rated + excluded.rated,
    stars = total.stars + excluded.stars;
end $$;

create function drop_days(of_company uuid, of_zone text) returns void language plpgsql
set search_path = pg_catalog, public, pg_temp as $$
begin
  -- Differences that are being added up are in neither table for another transaction.
  perform pg_advisory_xact_lock(7275393903);
  delete from ticket_total where company_id = of_company and zone = of_zone;
  delete from ticket_total_change where company_id = of_company and zone = of_zone;
end $$;

drop function recount_tickets(uuid);

-- Counts so many tickets more by the days of the company's zone. Answers whether the figures that are shown are those.
create function recount_tickets(of_company uuid, batch integer) returns boolean language plpgsql
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
  insert into ticket_total_change (company_id, zone, department_id, platform, day, tickets, closed, pending, accepted, waited,
    closed_accepted, closed_waited, rated, stars)
  select t.company_id, wanted, t.department_id, t.platform, (t.created_on at time zone wanted)::date, count(*),
    count(t.closed_on), count(*) filter (where t.closed_on is null and t.handler_id is null), count(t.accepted_on),
    coalesce(sum((extract(epoch from t.accepted_on - t.created_on) * 1000)::bigint), 0),
    count(*) filter (where t.closed_on is not null and t.accepted_on is not null),
    coalesce(sum((extract(epoch from t.accepted_on - t.created_on) * 1000)::bigint) filter (where t.closed_on is not null), 0),
    count(t.rating), coalesce(sum(t.rating), 0)
  from ticket t
  where t.company_id = of_company and (c.counted_to is null or t.id > c.counted_to) and (last is null or t.id <= last)
  group by t.company_id, t.department_id, t.platform, (t.created_on at time zone wanted)::date;
  if last is not null then
    update company set counted_to = last where company_id = of_company;
    return false;
  end if;
  perform drop_days(of_company, c.figures_zone);
  update company set figures_zone = wanted, counting_zone = null, counted_to = null where company_id = of_company;
  return true;
end $$;
