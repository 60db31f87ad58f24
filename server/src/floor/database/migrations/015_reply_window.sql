-- Until when the client may be written to freely; null where the channel sets no end.
alter table ticket add column reply_window_until timestamptz(3);
-- The template that a message was made from, with its variables. Null: written freely.
alter table message add column template jsonb;

-- The last parameter is the end of the reply window that the message opens. Late messages never shorten it.
drop function append_message(jsonb, text, boolean, jsonb);
create function append_message(draft jsonb, preview text, from_client boolean, told jsonb, window_until timestamptz)
returns setof message language plpgsql as $$
declare m message;
begin
  insert into message select * from jsonb_populate_record(null::message, draft)
    on conflict do nothing returning * into m;
  if not found then return; end if;
  update ticket t set
    last_seq = m.seq, client_messages = m.client_no, last_message_on = m.created_on, updated_on = m.created_on,
    last_message_type = case when preview is null then t.last_message_type else m.type end,
    last_message_content = coalesce(preview, t.last_message_content),
    last_message_is_agent = case when preview is null then t.last_message_is_agent else m.is_agent end,
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
