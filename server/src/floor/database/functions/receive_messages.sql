-- Clients' messages that come at one moment, each of another thread: appended to their open tickets in a few statements for all.
-- Leaves out, so that it can be taken in on its own: what has no open ticket, or one that another unit of work holds, a repeat, and
-- what a blocked client writes. `given` is a list of {number, channel, thread, draft, preview, counts, window_until}.
create or replace function receive_messages(company uuid, given jsonb, at timestamptz)
returns table (number integer, appended message, before ticket, window_until timestamptz) language plpgsql
set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off as $$
#variable_conflict use_column
declare held uuid[];
begin
  -- The next statement sees what these tickets were before they were locked.
  held := array(
    select t.id from jsonb_to_recordset(given) as g (channel uuid, thread text)
    cross join lateral (
      select t.id from ticket t
      where t.company_id = company and t.channel_id = g.channel and t.thread = g.thread and t.closed_on is null
      limit 1 for update skip locked) t);
  return query
  with fresh as materialized (
    select g.number, g.preview, g.counts, g.window_until, t as ticket,
      g.draft || jsonb_build_object('company_id', company, 'ticket_id', t.id, 'channel_id', t.channel_id, 'client_id', t.client_id,
        'seq', t.last_seq + 1, 'client_no', t.client_messages + g.counts::integer, 'author', t.client_external_id,
        'created_on', greatest(at, t.last_message_on + interval '1 millisecond')) as draft
    from unnest(held) as h (id)
    join ticket t on t.company_id = company and t.id = h.id
    join jsonb_to_recordset(given)
      as g (number integer, channel uuid, thread text, draft jsonb, preview text, counts boolean, window_until timestamptz)
      on g.channel = t.channel_id and g.thread = t.thread
    where not exists (select from client c where c.company_id = company and c.id = t.client_id and c.blocked_on is not null)
  ), inserted as (
    insert into message as m select r.* from fresh f cross join lateral jsonb_populate_record(null::message, f.draft) r
    on conflict do nothing returning m.ticket_id, m as row
  ), moved as (
    update ticket t set
      last_seq = (i.row).seq, client_messages = (i.row).client_no, last_message_on = (i.row).created_on, updated_on = (i.row).created_on,
      (last_message_type, last_message_content, last_message_is_agent, last_message_agent_id, last_message_automatic,
        last_message_author, last_client_type, last_client_content) = (select * from last_words(t, i.row, f.preview, f.counts)),
      client_wrote_on = case when f.counts then (i.row).created_on else t.client_wrote_on end,
      reply_window_until = greatest(t.reply_window_until, f.window_until)
    from inserted i join fresh f on (f.ticket).id = i.ticket_id
    where t.company_id = company and t.id = i.ticket_id
  ), recorded as (
    insert into event (company_id, subject_type, subject_id, number, kind, actor_kind, actor_id, time, facts)
    select company, 'ticket', i.ticket_id,
      (select coalesce(max(e.number), 0) + 1 from event e
        where e.company_id = company and e.subject_type = 'ticket' and e.subject_id = i.ticket_id),
      'ticket_message', 'client', (i.row).client_id, at,
      jsonb_build_object('message', (i.row).id, 'seq', (i.row).seq, 'from', 'client')
    from inserted i join fresh f on (f.ticket).id = i.ticket_id where f.counts
  )
  select f.number, i.row, f.ticket, greatest((f.ticket).reply_window_until, f.window_until) from inserted i join fresh f on (f.ticket).id = i.ticket_id;
end $$;
revoke execute on function receive_messages from public;
grant execute on function receive_messages to parley_app;
