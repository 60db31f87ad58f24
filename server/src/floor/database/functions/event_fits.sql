-- The allowed values of an event, in one constraint, as `message_fits`.
create or replace function event_fits(subject_type text, number integer) returns boolean language plpgsql immutable as $$
begin
  return subject_type in ('ticket', 'client', 'agent', 'department', 'channel', 'company', 'inbox') and number > 0;
end $$;
revoke execute on function event_fits from public;
grant execute on function event_fits to parley_app, parley_system;
