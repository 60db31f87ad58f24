-- Tickets with the names that are shown beside them, and how many of the client's messages the reader has seen. A function, since its plan
-- is kept per connection: to plan this takes longer than to run it, and no plan of it rests on how many tickets a new company has.
create function shown_tickets(company uuid, ids uuid[], reader uuid)
returns table (ticket ticket, short_id text, client_name text, client_picture text, account_number text, department_name text,
  channel_name text, channel_removed_on timestamptz, handler_first_name text, handler_last_name text, seen integer)
language plpgsql stable as $$
#variable_conflict use_column
begin
  return query
  select t, c.short_id, c.name, c.picture, c.account_number, d.name, ch.name, ch.removed_on, h.first_name, h.last_name,
    r.client_messages
  from ticket t
  join client c on c.company_id = company and c.id = t.client_id
  join department d on d.company_id = company and d.id = t.department_id
  join channel ch on ch.company_id = company and ch.id = t.channel_id
  left join agent h on h.company_id = company and h.id = t.handler_id
  left join ticket_read r on r.company_id = company and r.ticket_id = t.id and r.agent_id = reader
  where t.company_id = company and t.id = any(ids);
end $$;
revoke execute on function shown_tickets from public;
grant execute on function shown_tickets to parley_app;
