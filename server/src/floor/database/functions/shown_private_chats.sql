-- An agent's private chats, newest first. A function, since its plan is kept per connection: to plan it takes longer than to run it.
create or replace function shown_private_chats(company uuid, reader uuid, most integer)
returns table (id uuid, one_id uuid, other_id uuid, last_message_on timestamptz, read integer, written integer)
language plpgsql stable
set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off as $$
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
revoke execute on function shown_private_chats from public;
grant execute on function shown_private_chats to parley_app;
