-- The pins of a ticket, newest first, as a console shows them. A function, since its plan is kept per connection: to plan it takes longer
-- than to run it.
create or replace function shown_pins(company uuid, of_ticket uuid, most integer)
returns table (ticket_id uuid, message_id uuid, pinned_by uuid, pinned_on timestamptz, client_id uuid, created_on timestamptz,
  seq integer, type text, content text, caption text, is_agent boolean, first_name text, last_name text, author_first_name text,
  author_last_name text, file_name text, file_state text)
language plpgsql stable
set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off as $$
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
revoke execute on function shown_pins from public;
grant execute on function shown_pins to parley_app;
