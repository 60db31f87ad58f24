-- Adds up the differences. One at a time; a second one has nothing to do.
create or replace function add_up_ticket_totals() returns void language plpgsql
set search_path = pg_catalog, public, pg_temp as $$
begin
  if not pg_try_advisory_xact_lock(7275393903) then return; end if;
  with taken as (delete from ticket_total_change returning *),
  spanned as (
    select company_id, zone, handler_id, of.span, of.day, department_id, platform, tickets, closed, pending, accepted, begun,
      waited, closed_accepted, closed_begun, closed_waited, rated, stars
    from taken cross join lateral (values ('day', taken.day), ('month', date_trunc('month', taken.day::timestamp)::date)) of (span, day)),
  of_handlers as (
    insert into handler_total as total (company_id, zone, handler_id, span, day, department_id, platform, tickets, closed, accepted,
      begun, waited, closed_accepted, closed_begun, closed_waited, rated, stars)
    select company_id, zone, handler_id, span, day, department_id, platform, sum(tickets), sum(closed), sum(accepted),
      sum(begun), sum(waited), sum(closed_accepted), sum(closed_begun), sum(closed_waited), sum(rated), sum(stars)
    from spanned where handler_id is not null group by company_id, zone, handler_id, span, day, department_id, platform
    on conflict (company_id, zone, handler_id, span, day, department_id, platform) do update set
      tickets = total.tickets + excluded.tickets, closed = total.closed + excluded.closed,
      accepted = total.accepted + excluded.accepted, begun = total.begun + excluded.begun,
      waited = total.waited + excluded.waited, closed_accepted = total.closed_accepted + excluded.closed_accepted,
      closed_begun = total.closed_begun + excluded.closed_begun,
      closed_waited = total.closed_waited + excluded.closed_waited, rated = total.rated + excluded.rated,
      stars = total.stars + excluded.stars)
  insert into ticket_total as total (company_id, zone, span, day, department_id, platform, tickets, closed, pending, accepted,
    begun, waited, closed_accepted, closed_begun, closed_waited, rated, stars)
  select company_id, zone, span, day, department_id, platform, sum(tickets), sum(closed), sum(pending), sum(accepted),
    sum(begun), sum(waited), sum(closed_accepted), sum(closed_begun), sum(closed_waited), sum(rated), sum(stars)
  from spanned group by company_id, zone, span, day, department_id, platform
  on conflict (company_id, zone, span, day, department_id, platform) do update set
    tickets = total.tickets + excluded.tickets, closed = total.closed + excluded.closed,
    pending = total.pending + excluded.pending, accepted = total.accepted + excluded.accepted,
    begun = total.begun + excluded.begun, waited = total.waited + excluded.waited,
    closed_accepted = total.closed_accepted + excluded.closed_accepted,
    closed_begun = total.closed_begun + excluded.closed_begun,
    closed_waited = total.closed_waited + excluded.closed_waited, rated = total.rated + excluded.rated,
    stars = total.stars + excluded.stars;
end $$;
