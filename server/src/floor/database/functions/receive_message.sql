-- A client's message in one statement: locks the open ticket of its thread and appends to it. Returns nothing for a repeat, where
-- there is no open ticket, and for a blocked client.
create or replace function receive_message(company uuid, of_channel uuid, of_thread text, draft jsonb, preview text, counts boolean,
  at timestamptz, window_until timestamptz)
returns table (appended message, before ticket) language plpgsql
set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off as $$
declare event jsonb;
begin
  select t.* into before from ticket t
    where t.company_id = company and t.channel_id = of_channel and t.thread = of_thread and t.closed_on is null for update;
  if not found then return; end if;
  if exists (select from client c
    where c.company_id = company and c.id = before.client_id and c.blocked_on is not null) then return; end if;
  if counts then
    event := jsonb_build_object('actor_kind', 'client', 'actor_id', before.client_id, 'time', at,
      'facts', jsonb_build_object('message', draft -> 'id', 'seq', before.last_seq + 1, 'from', 'client'));
  end if;
  select m.* into appended from append_message(draft || jsonb_build_object('company_id', company, 'ticket_id', before.id,
      'channel_id', of_channel, 'client_id', before.client_id, 'seq', before.last_seq + 1,
      'client_no', before.client_messages + counts::integer, 'author', before.client_external_id,
      'created_on', greatest(at, before.last_message_on + interval '1 millisecond')),
    preview, counts, event, window_until) m;
  if found then return next; end if;
end $$;
revoke execute on function receive_message from public;
grant execute on function receive_message to parley_app;
