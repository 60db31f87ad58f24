-- What each console reads when it is back: the pins of the ticket on screen, and the agent's private chats. Functions, since their plans are
-- kept per connection: to plan these takes longer than to run them.
create function shown_pins(company uuid, of_ticket uuid, most integer)
returns table (ticket_id uuid, message_id uuid, pinned_by uuid, pinned_on timestamptz, client_id uuid, created_on timestamptz,
  seq integer, type text, content text, caption text, is_agent boolean, first_name text, last_name text, author_first_name text,
  author_last_name text, file_name text, file_state text)
language plpgsql stable as $$
#variable_conflict use_column
begin
  return query
  select p.ticket_id, p.message_id, p.pinned_by, p.pinned_on, m.client_id, m.created_on, m.seq, m.type, m.content, m.caption,
    m.is_agent, a.first_name, a.last_name, w.first_name, w.last_name, f.name, f.state
  from pin p
  join message m on m.company_id = company and m.ticket_id = p.ticket_id and m.id = p.message_id
  join agent a on a.company_id = company and a.id = p.pinned_by
  left join agent w on w.company_id = company and w.id = m.agent_id
  left join file f on f.company_id = company and f.id = m.file_id
  where p.company_id = company and p.ticket_id = of_ticket
  order by p.pinned_on desc, m.seq desc
  limit most;
end $$;

create function shown_private_chats(company uuid, reader uuid, most integer)
returns table (id uuid, one_id uuid, other_id uuid, last_message_on timestamptz, read integer, written integer)
language plpgsql stable as $$
#variable_conflict use_column
begin
  return query
  select c.id, c.one_id, c.other_id, c.last_message_on, r.messages,
    case when c.one_id = reader then c.other_messages else c.one_messages end
  from private_chat c
  join agent a on a.company_id = company and a.id = case when c.one_id = reader then c.other_id else c.one_id end
  left join private_read r on r.company_id = company and r.chat_id = c.id and r.agent_id = reader
  where c.company_id = company and (c.one_id = reader or c.other_id = reader) and c.last_message_on is not null
    and a.disabled_on is null
  order by c.last_message_on desc, c.id
  limit most;
end $$;

revoke execute on function shown_pins, shown_private_chats from public;
grant execute on function shown_pins, shown_private_chats to parley_app;
