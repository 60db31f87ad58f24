-- Whatever refuses, returns or loses a message sets its status or reason, so that none of these ways is without a row.
create or replace function note_failure() returns trigger language plpgsql as $$
begin
  if has_failed(new.status, new.status_reason) then
    insert into failed_message (company_id, message_id, ticket_id, agent_id, failed_on)
    values (new.company_id, new.id, new.ticket_id, new.agent_id, now()) on conflict do nothing;
  else
    delete from failed_message f where f.company_id = new.company_id and f.message_id = new.id;
  end if;
  return null;
end $$;
revoke execute on function note_failure from public;
grant execute on function note_failure to parley_app, parley_system;
