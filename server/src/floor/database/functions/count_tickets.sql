-- Adds tickets that are neither spam, deleted nor merged to the days of a zone: those behind `after` up to `last`, in the order of their ids; null: no bound.
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
    and not is_spam(t.closed_on, t.spam_on) and t.deleted_on is null and t.merged_into is null
  group by t.company_id, t.department_id, t.handler_id, t.platform, (t.created_on at time zone zone)::date
$$;
