-- What a ticket's card says: who wrote last, what the client said last, and the subject of a conversation by mail.
alter table ticket add column last_message_agent_id uuid;
-- The desk wrote it by itself.
alter table ticket add column last_message_automatic boolean;
-- Who wrote the last mail, when that was no agent.
alter table ticket add column last_message_author text;
-- Of the newest mail.
alter table ticket add column mail_subject text;
alter table ticket add column last_client_type text;
alter table ticket add column last_client_content text;

-- The one rule for what a new message makes of these columns. Without a preview it is not shown; `counts`: the client said it.
create function last_words(t ticket, m message, preview text, counts boolean)
returns table (type text, content text, is_agent boolean, agent_id uuid, automatic boolean, author text, client_type text,
  client_content text)
language sql immutable as $$
  select case when preview is null then t.last_message_type else m.type end,
    coalesce(preview, t.last_message_content),
    case when preview is null then t.last_message_is_agent else m.is_agent end,
    case when preview is null then t.last_message_agent_id else m.agent_id end,
    case when preview is null then t.last_message_automatic else m.purpose is not null end,
    case when preview is null then t.last_message_author end,
    case when counts then m.type else t.last_client_type end,
    case when counts then coalesce(preview, '') else t.last_client_content end
$$;
revoke execute on function last_words from public;
grant execute on function last_words to parley_app;

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

-- Messages of agents that could not be sent, or may not have been, until they are sent again or dismissed.
create table failed_message (
  company_id uuid not null,
  message_id uuid not null,
  ticket_id uuid not null,
  agent_id uuid not null,
  failed_on timestamptz(3) not null,
  primary key (company_id, message_id),
  foreign key (company_id, ticket_id) references ticket
);
create index failed_message_ticket on failed_message (company_id, ticket_id);
create index failed_message_agent on failed_message (company_id, agent_id, failed_on);

alter table failed_message enable row level security;
alter table failed_message force row level security;
create policy own_company on failed_message to parley_app using (company_id = current_company()) with check (company_id = current_company());
create policy every_company on failed_message to parley_system using (true) with check (true);
grant select, insert, update, delete on failed_message to parley_app, parley_system;

-- A mail that one of its addressees did not get stays sent.
create function has_failed(status text, reason jsonb) returns boolean language sql immutable as $$
  select coalesce(status in ('failed', 'uncertain') or reason ->> 'code' = 'mail_bounced', false)
$$;

-- Whatever refuses, returns or loses a message sets its status or reason, so that none of these ways is without a row.
create function note_failure() returns trigger language plpgsql as $$
begin
  if has_failed(new.status, new.status_reason) then
    insert into failed_message (company_id, message_id, ticket_id, agent_id, failed_on)
    values (new.company_id, new.id, new.ticket_id, new.agent_id, now()) on conflict do nothing;
  else
    delete from failed_message f where f.company_id = new.company_id and f.message_id = new.id;
  end if;
  return null;
end $$;
revoke execute on function has_failed, note_failure from public;
grant execute on function has_failed, note_failure to parley_app, parley_system;
create trigger message_failure after update of status, status_reason on message
  for each row when (new.agent_id is not null
    and has_failed(old.status, old.status_reason) is distinct from has_failed(new.status, new.status_reason))
  execute function note_failure();

-- A line about a message that could not be sent names it and the reason; one about an account has its platform, and ends with the outage.
alter table notification add column message_id uuid;
alter table notification add column message_seq integer;
alter table notification add column reason jsonb;
alter table notification add column channel_id uuid;
alter table notification add column channel_platform text;
alter table notification add column ended_on timestamptz(3);
alter table notification drop constraint notification_type_check;
alter table notification add constraint notification_type_check
  check (type in ('text', 'rating', 'channel', 'handover', 'failed')) not valid;

drop function shown_tickets(uuid, uuid[], uuid);
create function shown_tickets(company uuid, ids uuid[], reader uuid)
returns table (ticket ticket, short_id text, client_name text, client_picture text, account_number text, department_name text,
  channel_name text, channel_removed_on timestamptz, handler_first_name text, handler_last_name text, writer_first_name text,
  writer_last_name text, failed boolean, seen integer)
language plpgsql stable
set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off as $$
#variable_conflict use_column
begin
  return query
  -- With an offset the ticket stays a look-up by its id.
  with found as materialized (
    select f.t from unnest(ids) i
    cross join lateral (select t from ticket t where t.company_id = company and t.id = i offset 0) f)
  select f.t, c.short_id, c.name, c.picture, c.account_number, d.name, ch.name, ch.removed_on, h.first_name, h.last_name,
    w.first_name, w.last_name,
    exists (select from failed_message x where x.company_id = company and x.ticket_id = (f.t).id), r.client_messages
  from found f
  join client c on c.company_id = company and c.id = (f.t).client_id
  join department d on d.company_id = company and d.id = (f.t).department_id
  join channel ch on ch.company_id = company and ch.id = (f.t).channel_id
  left join agent h on h.company_id = company and h.id = (f.t).handler_id
  left join agent w on w.company_id = company and w.id = (f.t).last_message_agent_id
  left join ticket_read r on r.company_id = company and r.ticket_id = (f.t).id and r.agent_id = reader;
end $$;
revoke execute on function shown_tickets from public;
grant execute on function shown_tickets to parley_app;

-- Few rows: open tickets alone. Closed ones ended with a line of their own, which has no writer to name.
update ticket t set last_message_agent_id = m.agent_id, last_message_automatic = m.purpose is not null
from ticket o
cross join lateral (
  select x.agent_id, x.purpose from message x
  where x.company_id = o.company_id and x.ticket_id = o.id and x.created_on = o.last_message_on
    and x.type = o.last_message_type and x.is_agent
  order by x.seq desc limit 1) m
where o.closed_on is null and o.last_message_is_agent and t.company_id = o.company_id and t.id = o.id;
-- Few rows: open tickets alone.
update ticket t set last_client_type = m.type, last_client_content = left(coalesce(nullif(m.content, ''), m.caption, ''), 200)
from ticket o
cross join lateral (
  select x.type, x.content, x.caption from message x
  where x.company_id = o.company_id and x.ticket_id = o.id and x.created_on = o.client_wrote_on and not x.is_agent
  order by x.seq desc limit 1) m
where o.closed_on is null and t.company_id = o.company_id and t.id = o.id;
