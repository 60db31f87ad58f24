-- The ledger: one row for each change of a subject, written in the transaction of the change and never rewritten.

create table event (
  -- Without a reference to the company: each message would lock its row, which changes of agents hold.
  company_id uuid not null,
  subject_type text not null check (subject_type in
    ('ticket', 'client', 'agent', 'department', 'channel', 'company', 'inbox')),
  subject_id uuid not null,
  -- 1, 2, 3 … for each subject, given under its lock.
  number integer not null check (number > 0),
  -- The order of insertion, in which places are given. Rows commit in another order.
  id bigint not null generated always as identity,
  kind text not null,
  actor_kind text not null,
  actor_id uuid,
  time timestamptz(3) not null,
  -- Ids and codes, never text or names: erasing a person rewrites nothing here.
  facts jsonb not null default '{}',
  -- The order across subjects, given after the commit by one relay at a time. What commits later has a higher place.
  place bigint,
  primary key (company_id, subject_type, subject_id, number)
);
create index event_unplaced on event (id) where place is null;
create unique index event_place on event (place) where place is not null;

alter table event enable row level security;
alter table event force row level security;
create policy own_company on event to parley_app using (company_id = current_company()) with check (company_id = current_company());
create policy every_company on event to parley_system using (true) with check (true);
-- Requests read and add; only the relay writes a place.
grant select, insert on event to parley_app;
grant select, insert, update, delete on event to parley_system;

-- How far each subscriber that reads the ledger by place has read.
create table event_cursor (
  subscriber text primary key,
  place bigint not null
);
grant select, insert, update, delete on event_cursor to parley_system;

-- Gives places to at most `most` committed events. Null when another relay is at it.
create function place_events(most integer) returns integer language plpgsql
set search_path = pg_catalog, public, pg_temp as $$
declare placed integer;
begin
  if not pg_try_advisory_xact_lock(7275393904) then return null; end if;
  with waiting as (select id from event where place is null order by id limit most),
  numbered as (
    select id, (select coalesce(max(place), 0) from event where place is not null) + row_number() over (order by id) as place
    from waiting)
  update event set place = numbered.place from numbered where event.place is null and event.id = numbered.id;
  get diagnostics placed = row_count;
  return placed;
end $$;
revoke execute on function place_events from public;
grant execute on function place_events to parley_system;

-- Appends a message to its locked ticket, with its event unless that is null. A function, since its plans are kept per
-- connection: planned anew the three statements take longer than they run. A repeat, which an index knows, adds nothing. Without
-- a preview the ticket's card keeps the last message that it shows.
create function append_message(draft jsonb, preview text, from_client boolean, told jsonb)
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
    client_wrote_on = case when from_client then m.created_on else t.client_wrote_on end
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

-- Kinds are listed in the contract alone, so that a new one needs no migration.
alter table action drop constraint action_type_check;
alter table audit_entry drop constraint audit_entry_subject_type_check;

-- What was written before there was a ledger goes into it, in the order of its time and with places. Messages do not.
do $$
begin
  set local role parley_system;
  with happened as (
    select a.company_id, 1 as source, a.id, a.time, a.type as kind,
      case when a.type like 'user\_%' then 'agent' else 'ticket' end as subject_type,
      case when a.type like 'user\_%' then a.agent_id else a.ticket_id end as subject_id,
      case when a.type like 'user\_%' or a.type in ('ticket_accept', 'ticket_close') then a.agent_id
        when a.type = 'ticket_reopen' and a.agent_id is not null then a.agent_id end as agent_id,
      coalesce(a.client_id, t.client_id) as client_id,
      case a.type
        when 'ticket_create' then jsonb_build_object('client', coalesce(a.client_id, t.client_id), 'department', null,
          'channel', t.channel_id)
        when 'ticket_accept' then jsonb_build_object('client', coalesce(a.client_id, t.client_id), 'agent', a.agent_id)
        when 'ticket_close' then jsonb_build_object('client', coalesce(a.client_id, t.client_id), 'agent', a.agent_id)
        when 'ticket_reopen' then jsonb_build_object('client', coalesce(a.client_id, t.client_id), 'agent', a.agent_id,
          'department', null, 'handler', null)
        when 'ticket_rating' then jsonb_build_object('client', coalesce(a.client_id, t.client_id), 'agent', a.agent_id,
          'rating', a.rating)
        else '{}' end as facts
    from action a left join ticket t on t.company_id = a.company_id and t.id = a.ticket_id
    union all
    select e.company_id, 2, e.id, e.time, e.verb, e.subject_type, e.subject_id, e.actor_id, null,
      case
        when e.verb in ('agent_register', 'agent_invite') then jsonb_build_object('role', e.changes #>> '{role,to}')
        when e.verb in ('agent_update', 'client_update', 'company_update') then jsonb_build_object('fields',
          (select coalesce(jsonb_agg(field order by field), '[]') from jsonb_object_keys(e.changes) field))
        when e.verb = 'agent_accept_invitation' then jsonb_build_object('invitation',
          (select i.id from invitation i where i.company_id = e.company_id and i.agent_id = e.subject_id limit 1))
        when e.verb = 'client_merge' then jsonb_build_object('merged', (select m.merged_id from client_merge m
          where m.company_id = e.company_id and m.kept_id = e.subject_id and m.merged_on = e.time limit 1))
        when e.verb = 'client_unmerge' then jsonb_build_object('merged', (select m.merged_id from client_merge m
          where m.company_id = e.company_id and m.kept_id = e.subject_id and m.undone_on = e.time limit 1))
        else '{}' end
    from audit_entry e),
  -- What names no subject is the company's.
  whole as (
    select company_id, source, id, time, kind, agent_id, client_id, facts,
      case when subject_id is null then 'company' else subject_type end as subject_type,
      coalesce(subject_id, company_id) as subject_id
    from happened)
  insert into event (company_id, subject_type, subject_id, number, kind, actor_kind, actor_id, time, facts, place)
  select company_id, subject_type, subject_id,
    row_number() over (partition by company_id, subject_type, subject_id order by time, source, id), kind,
    case when agent_id is not null then 'agent' when source = 1 and client_id is not null then 'client' else 'desk' end,
    case when agent_id is not null then agent_id when source = 1 then client_id end, time, facts,
    row_number() over (order by time, source, id)
  from whole order by time, source, id;
  reset role;
end $$;
