-- The trigger subtracts what a ticket was and adds what it is now: on the days that are shown, and on those that are being
-- counted if it has been counted there. Spam, deleted and merged tickets are in no figure.
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
    continue when is_spam(t.closed_on, t.spam_on) or t.deleted_on is not null or t.merged_into is not null;
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
