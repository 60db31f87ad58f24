-- The figures of one agent, as those of all: from totals by day, which a busy agent has fewer of than tickets. The differences name
-- the ticket's handler and are added up once more, by handler.
create table handler_total (
  company_id uuid not null,
  zone text not null,
  handler_id uuid not null,
  day date not null,
  department_id uuid not null,
  platform text not null,
  tickets bigint not null,
  closed bigint not null,
  accepted bigint not null,
  begun bigint not null,
  waited bigint not null,
  closed_accepted bigint not null,
  closed_begun bigint not null,
  closed_waited bigint not null,
  rated bigint not null,
  stars bigint not null,
  primary key (company_id, zone, handler_id, day, department_id, platform),
  foreign key (company_id, handler_id) references agent,
  foreign key (company_id, department_id) references department
);
alter table handler_total alter column company_id set statistics 1;
alter table handler_total enable row level security;
alter table handler_total force row level security;
create policy own_company on handler_total to parley_app using (company_id = current_company()) with check (company_id = current_company());
create policy every_company on handler_total to parley_system using (true) with check (true);
grant select, insert, update, delete on handler_total to parley_app, parley_system;

alter table ticket_total_change add column handler_id uuid;

create or replace function count_ticket_change() returns trigger language plpgsql
set search_path = pg_catalog, public, pg_temp as $$
declare
  t record;
  c record;
  zone text;
  waited bigint;
  accepted integer;
  begun integer;
  closed integer;
begin
  perform pg_advisory_xact_lock_shared(days_lock(coalesce(new.company_id, old.company_id)));
  select figures_zone, counting_zone, counted_to into c from company
    where company_id = coalesce(new.company_id, old.company_id);
  for sign in -1 .. 1 by 2 loop
    continue when sign = -1 and tg_op = 'INSERT' or sign = 1 and tg_op = 'DELETE';
    if sign = -1 then t := old; else t := new; end if;
    waited := waited_for_acceptance(t.begun_by, t.created_on, t.accepted_on, t.waited_ms);
    accepted := (t.accepted_on is not null)::integer;
    begun := accepted * (t.begun_by is not null)::integer;
    closed := (t.closed_on is not null)::integer;
    foreach zone in array array[c.figures_zone, case when t.id <= c.counted_to then c.counting_zone end] loop
      continue when zone is null;
      insert into ticket_total_change (company_id, zone, department_id, handler_id, platform, day, tickets, closed, pending,
        accepted, begun, waited, closed_accepted, closed_begun, closed_waited, rated, stars)
      values (t.company_id, zone, t.department_id, t.handler_id, t.platform, (t.created_on at time zone zone)::date, sign,
        sign * closed, sign * (closed = 0 and t.handler_id is null)::integer, sign * accepted, sign * begun, sign * waited,
        sign * closed * accepted, sign * closed * begun, sign * closed * waited, sign * (t.rating is not null)::integer,
        sign * coalesce(t.rating, 0));
    end loop;
  end loop;
  return null;
end $$;

create or replace trigger ticket_counted_anew after update of department_id, handler_id, accepted_on, closed_on, rating on ticket
  for each row when ((old.department_id, old.handler_id, old.accepted_on, old.closed_on is null, old.rating)
    is distinct from (new.department_id, new.handler_id, new.accepted_on, new.closed_on is null, new.rating))
  execute function count_ticket_change();

create or replace function add_up_ticket_totals() returns void language plpgsql
set search_path = pg_catalog, public, pg_temp as $$
begin
  if not pg_try_advisory_xact_lock(7275393903) then return; end if;
  with taken as (delete from ticket_total_change returning *),
  of_handlers as (
    insert into handler_total as total (company_id, zone, handler_id, day, department_id, platform, tickets, closed, accepted,
      begun, waited, closed_accepted, closed_begun, closed_waited, rated, stars)
    select company_id, zone, handler_id, day, department_id, platform, sum(tickets), sum(closed), sum(accepted),
      sum(begun), sum(waited), sum(closed_accepted), sum(closed_begun), sum(closed_waited), sum(rated), sum(stars)
    from taken where handler_id is not null group by company_id, zone, handler_id, day, department_id, platform
    on conflict (company_id, zone, handler_id, day, department_id, platform) do update set
      tickets = total.tickets + excluded.tickets, closed = total.closed + excluded.closed,
      accepted = total.accepted + excluded.accepted, begun = total.begun + excluded.begun,
      waited = total.waited + excluded.waited, closed_accepted = total.closed_accepted + excluded.closed_accepted,
      closed_begun = total.closed_begun + excluded.closed_begun,
      closed_waited = total.closed_waited + excluded.closed_waited, rated = total.rated + excluded.rated,
      stars = total.stars + excluded.stars)
  insert into ticket_total as total (company_id, zone, department_id, platform, day, tickets, closed, pending, accepted,
    begun, waited, closed_accepted, closed_begun, closed_waited, rated, stars)
  select company_id, zone, department_id, platform, day, sum(tickets), sum(closed), sum(pending), sum(accepted),
    sum(begun), sum(waited), sum(closed_accepted), sum(closed_begun), sum(closed_waited), sum(rated), sum(stars)
  from taken group by company_id, zone, department_id, platform, day
  on conflict (company_id, zone, department_id, platform, day) do update set
    tickets = total.tickets + excluded.tickets, closed = total.closed + excluded.closed,
    pending = total.pending + excluded.pending, accepted = total.accepted + excluded.accepted,
    begun = total.begun + excluded.begun, waited = total.waited + excluded.waited,
    closed_accepted = total.closed_accepted + excluded.closed_accepted,
    closed_begun = total.closed_begun + excluded.closed_begun,
    closed_waited = total.closed_waited + excluded.closed_waited, rated = total.rated + excluded.rated,
    stars = total.stars + excluded.stars;
end $$;

create or replace function drop_days(of_company uuid, of_zone text) returns void language plpgsql
set search_path = pg_catalog, public, pg_temp as $$
begin
  -- Differences that are being added up are in no table for another transaction.
  perform pg_advisory_xact_lock(7275393903);
  delete from ticket_total where company_id = of_company and zone = of_zone;
  delete from handler_total where company_id = of_company and zone = of_zone;
  delete from ticket_total_change where company_id = of_company and zone = of_zone;
end $$;

create or replace function count_tickets(of_company uuid, zone text, after uuid, last uuid) returns void language sql
set search_path = pg_catalog, public, pg_temp as $$
  insert into ticket_total_change (company_id, zone, department_id, handler_id, platform, day, tickets, closed, pending,
    accepted, begun, waited, closed_accepted, closed_begun, closed_waited, rated, stars)
  select t.company_id, zone, t.department_id, t.handler_id, t.platform, (t.created_on at time zone zone)::date, count(*),
    count(t.closed_on), count(*) filter (where t.closed_on is null and t.handler_id is null), count(t.accepted_on),
    count(t.accepted_on) filter (where t.begun_by is not null),
    coalesce(sum(waited_for_acceptance(t.begun_by, t.created_on, t.accepted_on, t.waited_ms)), 0),
    count(t.accepted_on) filter (where t.closed_on is not null),
    count(t.accepted_on) filter (where t.closed_on is not null and t.begun_by is not null),
    coalesce(sum(waited_for_acceptance(t.begun_by, t.created_on, t.accepted_on, t.waited_ms))
      filter (where t.closed_on is not null), 0),
    count(t.rating), coalesce(sum(t.rating), 0)
  from ticket t
  where t.company_id = of_company and (after is null or t.id > after) and (last is null or t.id <= last)
  group by t.company_id, t.department_id, t.handler_id, t.platform, (t.created_on at time zone zone)::date
$$;

-- The tickets there are already. A recount that is under way begins again.
do $$
declare c record;
begin
  set local role parley_system;
  delete from ticket_total;
  delete from ticket_total_change;
  update company set counting_zone = null, counted_to = null where counting_zone is not null;
  for c in select company_id, figures_zone from company loop
    perform count_tickets(c.company_id, c.figures_zone, null, null);
  end loop;
  perform add_up_ticket_totals();
  reset role;
end $$;
