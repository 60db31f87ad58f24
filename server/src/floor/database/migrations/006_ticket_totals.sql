-- How many tickets there are, by department, platform and the company's day of their opening. A million tickets are
-- some ten thousand rows here. Whoever changes a ticket only adds a row of differences (ticket_total_change), so that no
-- two of them wait for one another; the differences are added up now and then, and whoever asks adds both.

create table ticket_total (
  company_id uuid not null,
  department_id uuid not null,
  platform text not null,
  day date not null,
  tickets bigint not null,
  closed bigint not null,
  -- Open and handled by nobody.
  pending bigint not null,
  accepted bigint not null,
  -- Milliseconds from opening to acceptance, of all that were accepted.
  waited bigint not null,
  closed_accepted bigint not null,
  closed_waited bigint not null,
  rated bigint not null,
  stars bigint not null,
  primary key (company_id, department_id, platform, day),
  foreign key (company_id, department_id) references department
);

create table ticket_total_change (
  company_id uuid not null,
  id bigint generated always as identity,
  department_id uuid not null,
  platform text not null,
  day date not null,
  tickets integer not null,
  closed integer not null,
  pending integer not null,
  accepted integer not null,
  waited bigint not null,
  closed_accepted integer not null,
  closed_waited bigint not null,
  rated integer not null,
  stars integer not null,
  primary key (company_id, id)
);

do $$
declare t text;
begin
  foreach t in array array['ticket_total', 'ticket_total_change'] loop
    execute format('alter table %I enable row level security', t);
    execute format('alter table %I force row level security', t);
    execute format('create policy own_company on %I to parley_app using (company_id = current_company()) with check (company_id = current_company())', t);
    execute format('create policy every_company on %I to parley_system using (true) with check (true)', t);
    execute format('grant select, insert, update, delete on %I to parley_app, parley_system', t);
  end loop;
end $$;

-- What a ticket was is taken away, what it is now is added.
create function count_ticket_change() returns trigger language plpgsql
set search_path = pg_catalog, public, pg_temp as $$
declare
  t record;
  zone text := (select c.time_zone from company c where c.company_id = coalesce(new.company_id, old.company_id));
  waited bigint;
  accepted integer;
  closed integer;
begin
  for sign in -1 .. 1 by 2 loop
    continue when sign = -1 and tg_op = 'INSERT' or sign = 1 and tg_op = 'DELETE';
    if sign = -1 then t := old; else t := new; end if;
    waited := coalesce(extract(epoch from t.accepted_on - t.created_on) * 1000, 0);
    accepted := (t.accepted_on is not null)::integer;
    closed := (t.closed_on is not null)::integer;
    insert into ticket_total_change (company_id, department_id, platform, day, tickets, closed, pending, accepted, waited,
      closed_accepted, closed_waited, rated, stars)
    values (t.company_id, t.department_id, t.platform, (t.created_on at time zone zone)::date, sign, sign * closed,
      sign * (closed = 0 and t.handler_id is null)::integer, sign * accepted, sign * waited,
      sign * closed * accepted, sign * closed * waited, sign * (t.rating is not null)::integer, sign * coalesce(t.rating, 0));
  end loop;
  return null;
end $$;

create trigger ticket_counted_in after insert on ticket for each row execute function count_ticket_change();
create trigger ticket_counted_out after delete on ticket for each row execute function count_ticket_change();
create trigger ticket_counted_anew after update of department_id, handler_id, accepted_on, closed_on, rating on ticket
  for each row when ((old.department_id, old.handler_id is null, old.accepted_on, old.closed_on is null, old.rating)
    is distinct from (new.department_id, new.handler_id is null, new.accepted_on, new.closed_on is null, new.rating))
  execute function count_ticket_change();

-- Adds up the differences. One at a time; a second one has nothing to do.
create function add_up_ticket_totals() returns void language plpgsql
set search_path = pg_catalog, public, pg_temp as $$
begin
  if not pg_try_advisory_xact_lock(7275393903) then return; end if;
  with taken as (delete from ticket_total_change returning *)
  insert into ticket_total as total
  select company_id, department_id, platform, day, sum(tickets), sum(closed), sum(pending), sum(accepted), sum(waited),
    sum(closed_accepted), sum(closed_waited), sum(rated), sum(stars)
  from taken group by company_id, department_id, platform, day
  on conflict (company_id, department_id, platform, day) do update set
    tickets = total.tickets + excluded.tickets, closed = total.closed + excluded.closed,
    pending = total.pending + excluded.pending, accepted = total.accepted + excluded.accepted,
    waited = total.waited + excluded.waited, closed_accepted = total.closed_accepted + excluded.closed_accepted,
    closed_waited = total.closed_waited + excluded.closed_waited, rated = total.rated + excluded.rated,
    stars = total.stars + excluded.stars;
end $$;

-- Counts a company's tickets from the beginning: its days have changed with its zone.
create function recount_tickets(company uuid) returns void language plpgsql
set search_path = pg_catalog, public, pg_temp as $$
declare zone text := (select time_zone from company c where c.company_id = company);
begin
  perform pg_advisory_xact_lock(7275393903);
  delete from ticket_total where company_id = company;
  delete from ticket_total_change where company_id = company;
  insert into ticket_total
  select t.company_id, t.department_id, t.platform, (t.created_on at time zone zone)::date, count(*), count(t.closed_on),
    count(*) filter (where t.closed_on is null and t.handler_id is null), count(t.accepted_on),
    coalesce(sum((extract(epoch from t.accepted_on - t.created_on) * 1000)::bigint), 0),
    count(*) filter (where t.closed_on is not null and t.accepted_on is not null),
    coalesce(sum((extract(epoch from t.accepted_on - t.created_on) * 1000)::bigint) filter (where t.closed_on is not null), 0),
    count(t.rating), coalesce(sum(t.rating), 0)
  from ticket t where t.company_id = company
  group by t.company_id, t.department_id, t.platform, (t.created_on at time zone zone)::date;
end $$;

-- The tickets there are already.
do $$
declare c record;
begin
  set local role parley_system;
  for c in select company_id from company loop perform recount_tickets(c.company_id); end loop;
  reset role;
end $$;
