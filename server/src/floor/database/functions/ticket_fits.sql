-- The allowed values of a ticket, in one constraint, as `message_fits`. A time or an agent of a snooze is there only with the snooze.
create or replace function ticket_fits(priority text, rating smallint, snoozed_on timestamptz, snoozed_until timestamptz, snoozed_by uuid,
  back_why text, waited_ms bigint) returns boolean language plpgsql immutable as $$
begin
  return priority in ('low', 'normal', 'high', 'urgent')
    and rating between 1 and 3
    and (snoozed_on is not null or snoozed_until is null and snoozed_by is null)
    and back_why in ('time', 'client')
    and waited_ms >= 0;
end $$;
revoke execute on function ticket_fits from public;
grant execute on function ticket_fits to parley_app, parley_system;
