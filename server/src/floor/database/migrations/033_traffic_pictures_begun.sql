-- Counts an account's messages of the last day without reading a message: an index-only scan of one range.
create index message_traffic on message (company_id, channel_id, created_on) include (is_agent, status, type);

-- The picture that is shown of a client: the name of a file of ours, fetched from a provider.
alter table client add column picture text;
-- No version wrote it.
alter table client_identity drop column avatar_key;
-- The provider's reference that was fetched last, and when the provider was last asked for one.
alter table client_identity add column avatar_fetched text;
alter table client_identity add column avatar_asked_on timestamptz(3);

-- The agent who wrote first. Such a ticket has waited for no one, so its acceptance is not averaged.
alter table ticket add column begun_by uuid;
alter table ticket add foreign key (company_id, begun_by) references agent;

-- Accepted tickets that an agent began, of all and of the closed ones.
alter table ticket_total add column begun bigint not null default 0;
alter table ticket_total add column closed_begun bigint not null default 0;
alter table ticket_total_change add column begun integer not null default 0;
alter table ticket_total_change add column closed_begun integer not null default 0;

-- Milliseconds that a ticket waited for its acceptance, as the figures count it; 0 of one that an agent began.
create function waited_for_acceptance(begun_by uuid, created_on timestamptz, accepted_on timestamptz, waited_ms bigint)
returns bigint language sql immutable
return case when begun_by is null then acceptance_ms(created_on, accepted_on, waited_ms) else 0 end;

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
      insert into ticket_total_change (company_id, zone, department_id, platform, day, tickets, closed, pending, accepted,
        begun, waited, closed_accepted, closed_begun, closed_waited, rated, stars)
      values (t.company_id, zone, t.department_id, t.platform, (t.created_on at time zone zone)::date, sign, sign * closed,
        sign * (closed = 0 and t.handler_id is null)::integer, sign * accepted, sign * begun, sign * waited,
        sign * closed * accepted, sign * closed * begun, sign * closed * waited, sign * (t.rating is not null)::integer,
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

-- Adds tickets to the days of a zone: those behind `after` up to `last`, in the order of their ids; null: no bound.
create function count_tickets(of_company uuid, zone text, after uuid, last uuid) returns void language sql
set search_path = pg_catalog, public, pg_temp as $$
  insert into ticket_total_change (company_id, zone, department_id, platform, day, tickets, closed, pending, accepted,
    begun, waited, closed_accepted, closed_begun, closed_waited, rated, stars)
  select t.company_id, zone, t.department_id, t.platform, (t.created_on at time zone zone)::date, count(*),
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
  group by t.company_id, t.department_id, t.platform, (t.created_on at time zone zone)::date
$$;

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

-- The tickets there are already: those whose first message is an agent's. Migration 053 counts them anew.
do $$
begin
  set local role parley_system;
  update ticket t set begun_by = m.agent_id
    from message m
    where m.company_id = t.company_id and m.ticket_id = t.id and m.seq = 1 and m.is_agent and m.agent_id is not null;
  reset role;
end $$;
