-- Appends a message to its locked ticket, with its event unless that is null. A function, since its plans are kept per
-- connection: planned anew the three statements take longer than they run. A repeat, which an index knows, adds nothing. Without
-- a preview the ticket's card keeps the last message that it shows.
create or replace function append_message(draft jsonb, preview text, from_client boolean, told jsonb, window_until timestamptz)
returns setof message language plpgsql
set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off as $$
declare m message;
begin
  insert into message select * from jsonb_populate_record(null::message, draft)
    on conflict do nothing returning * into m;
  if not found then return; end if;
  update ticket t set
    last_seq = m.seq, client_messages = m.client_no, last_message_on = m.created_on, updated_on = m.created_on,
    (last_message_type, last_message_content, last_message_is_agent, last_message_agent_id, last_message_automatic,
      last_message_author, last_client_type, last_client_content) = (select * from last_words(t, m, preview, from_client)),
    client_wrote_on = case when from_client then m.created_on else t.client_wrote_on end,
    reply_window_until = greatest(t.reply_window_until, window_until)
  where t.company_id = m.company_id and t.id = m.ticket_id;
  if told is not null then
    insert into event (company_id, subject_type, subject_id, number, kind, actor_kind, actor_id, time, facts)
    values (m.company_id, 'ticket', m.ticket_id,
      (select coalesce(max(e.number), 0) + 1 from event e
        where e.company_id = m.company_id and e.subject_type = 'ticket' and e.subject_id = m.ticket_id),
      'ticket_message', told ->> 'actor_kind', (told ->> 'actor_id')::uuid, (told ->> 'time')::timestamptz, told -> 'facts');
  end if;
  return next m;
end $$;
revoke execute on function append_message from public;
grant execute on function append_message to parley_app;
