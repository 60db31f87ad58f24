-- Milliseconds of opening hours from a ticket's opening to its acceptance, by the hours in force then. Null: there were none,
-- and the clock counts.
alter table ticket add column waited_ms bigint check (waited_ms >= 0);

-- An agent's mail that passes on another one, with its layout and pictures.
alter table message_mail add column forwarded boolean not null default false;

-- What the variables of an automatic message's template are filled with: [{part, name, from}].
alter table automatic_message add column template_variables jsonb not null default '[]';

-- Milliseconds that an accepted ticket waited, as the figures count it; 0 for one that was not accepted.
create function acceptance_ms(created_on timestamptz, accepted_on timestamptz, waited_ms bigint) returns bigint
language sql immutable
return case when accepted_on is null then 0
  else coalesce(waited_ms, (extract(epoch from accepted_on - created_on) * 1000)::bigint) end;

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
    waited := acceptance_ms(t.created_on, t.accepted_on, t.waited_ms);
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
  insert into ticket_total_change (company_id, zone, department_id, platform, day, tickets, closed, pending, accepted, waited,
    closed_accepted, closed_waited, rated, stars)
  select t.company_id, wanted, t.department_id, t.platform, (t.created_on at time zone wanted)::date, count(*),
    count(t.closed_on), count(*) filter (where t.closed_on is null and t.handler_id is null), count(t.accepted_on),
    sum(acceptance_ms(t.created_on, t.accepted_on, t.waited_ms)),
    count(*) filter (where t.closed_on is not null and t.accepted_on is not null),
    coalesce(sum(acceptance_ms(t.created_on, t.accepted_on, t.waited_ms)) filter (where t.closed_on is not null), 0),
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
