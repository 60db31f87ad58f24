-- Appends messages, each to another ticket, which the unit of work has locked. Nothing else inserts a message or its event, or moves its
-- ticket on. A message gets the next number of its ticket and a time after every earlier one; a repeat, which an index knows, has no row
-- in the answer. As a function its plans are kept in a connection: planned anew they take longer than they run.
-- `given` is a list of {number, ticket, draft, preview, counts, recorded, unless_blocked, window_until, key}. Without a preview the ticket's
-- card keeps the message that it shows; one that `counts` is the client's; one that is `recorded` has an event; `unless_blocked` leaves out
-- what a blocked client writes, and such a row is without `after`, which takes long to make; `key` is that of the program that wrote it. What
-- the client writes ends a snooze, and an agent's answer the mark of why the ticket is back. The client waits from the first message that no
-- agent has answered; what the desk sends by itself is no answer. What comes in a merged ticket changes the card of its target alike, whose
-- own number stays. `goals` is what the message leaves of the goals of the ticket that shows it, where a policy chose that one.
create or replace function append_messages(company uuid, given jsonb, at timestamptz)
returns table (number integer, appended message, before ticket, after ticket, window_until timestamptz, goals json) language plpgsql
set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off as $$
#variable_conflict use_column
begin
  return query
  with fresh as materialized (
    select g.number, g.preview, g.counts, g.recorded, g.unless_blocked, g.window_until, g.key, t as ticket,
      g.draft || jsonb_build_object('company_id', company, 'ticket_id', t.id, 'channel_id', t.channel_id, 'client_id', t.client_id,
        'seq', t.last_seq + 1, 'client_no', t.client_messages + g.counts::integer,
        'author', coalesce(g.draft ->> 'author', case when g.draft -> 'is_agent' = 'false' then t.client_external_id end),
        'created_on', greatest(at, t.last_message_on + interval '1 millisecond')) as draft
    from jsonb_to_recordset(given) as g (number integer, ticket uuid, draft jsonb, preview text, counts boolean, recorded boolean,
      unless_blocked boolean, window_until timestamptz, key uuid)
    join ticket t on t.company_id = company and t.id = g.ticket
    where g.unless_blocked is not true
      or not exists (select from client c where c.company_id = company and c.id = t.client_id and c.blocked_on is not null)
  ), inserted as (
    insert into message as m select r.* from fresh f cross join lateral jsonb_populate_record(null::message, f.draft) r
    on conflict do nothing returning m.ticket_id, m as row
  ), moved as (
    update ticket t set
      last_seq = case when t.id = i.ticket_id then (i.row).seq else t.last_seq end,
      client_messages = case when t.id = i.ticket_id then (i.row).client_no else t.client_messages end,
      last_message_on = (i.row).created_on, updated_on = (i.row).created_on,
      (last_message_type, last_message_content, last_message_is_agent, last_message_agent_id, last_message_automatic,
        last_message_author, last_client_type, last_client_content) = (select * from last_words(t, i.row, f.preview, f.counts)),
      client_wrote_on = case when f.counts then (i.row).created_on else t.client_wrote_on end,
      client_waits_since = case when f.counts then coalesce(t.client_waits_since, (i.row).created_on)
        when not (i.row).is_agent or (i.row).purpose is not null then t.client_waits_since end,
      reply_window_until = case when t.id = i.ticket_id then greatest(t.reply_window_until, f.window_until) else t.reply_window_until end,
      snoozed_on = case when not f.counts then t.snoozed_on end,
      snoozed_until = case when not f.counts then t.snoozed_until end,
      snoozed_by = case when not f.counts then t.snoozed_by end,
      back_why = case when f.counts and t.snoozed_on is not null then 'client' when (i.row).agent_id is null then t.back_why end
    from inserted i join fresh f on (f.ticket).id = i.ticket_id
    where t.company_id = company and t.id = any (array[i.ticket_id, (f.ticket).merged_into])
    returning f.number, i.row as appended, f.ticket as before, t.reply_window_until, t.id = i.ticket_id as own,
      case when f.unless_blocked is not true then t end as after,
      case when t.goal_policy_id is not null then json_build_object('goal', t.goal_due, 'on', t.goal_due_on, 'paused', t.goal_paused,
        'missed', t.goal_missed) end as goals
  ), told as (
    insert into event (company_id, subject_type, subject_id, number, kind, actor_kind, actor_id, time, facts)
    select company, 'ticket', i.ticket_id,
      (select coalesce(max(e.number), 0) + 1 from event e
        where e.company_id = company and e.subject_type = 'ticket' and e.subject_id = i.ticket_id),
      'ticket_message', w.writer, case w.writer when 'client' then (i.row).client_id when 'api_key' then f.key else (i.row).agent_id end, at,
      jsonb_build_object('message', (i.row).id, 'seq', (i.row).seq, 'from', w.writer)
    from inserted i join fresh f on (f.ticket).id = i.ticket_id
    cross join lateral (select case when not (i.row).is_agent then 'client' when (i.row).agent_id is not null then 'agent'
      when f.key is not null then 'api_key' else 'desk' end) w (writer)
    where f.recorded
  )
  select m.number, m.appended, m.before, m.after, m.reply_window_until,
    case when (m.before).merged_into is null then m.goals else (select o.goals from moved o where o.number = m.number and not o.own) end
  from moved m where m.own;
end $$;
revoke execute on function append_messages from public;
grant execute on function append_messages to parley_app;
