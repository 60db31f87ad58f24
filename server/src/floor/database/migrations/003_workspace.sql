-- What an agent keeps, says to colleagues and hears: pins, bubbles, drafts, private chats, the inbox, push.

create table pin (
  company_id uuid not null,
  ticket_id uuid not null,
  message_id uuid not null,
  pinned_by uuid not null,
  pinned_on timestamptz(3) not null,
  primary key (company_id, ticket_id, message_id),
  foreign key (company_id, ticket_id) references ticket on delete cascade,
  foreign key (company_id, message_id) references message (company_id, id) on delete cascade,
  foreign key (company_id, pinned_by) references agent
);

create table bubble (
  company_id uuid not null,
  id uuid not null default gen_random_uuid(),
  agent_id uuid not null,
  name text not null check (length(name) between 1 and 100),
  content text not null check (length(content) between 1 and 16000),
  created_on timestamptz(3) not null,
  updated_on timestamptz(3) not null,
  primary key (company_id, id),
  foreign key (company_id, agent_id) references agent on delete cascade
);
create index bubble_agent on bubble (company_id, agent_id, name);

-- What an agent has written and not sent, the same on each of their devices.
create table draft (
  company_id uuid not null,
  agent_id uuid not null,
  ticket_id uuid not null,
  content text not null check (length(content) <= 16000),
  updated_on timestamptz(3) not null,
  primary key (company_id, agent_id, ticket_id),
  foreign key (company_id, agent_id) references agent on delete cascade,
  foreign key (company_id, ticket_id) references ticket on delete cascade
);

-- Two colleagues have one chat, whoever began it: the lesser id comes first.
create table private_chat (
  company_id uuid not null,
  id uuid not null default gen_random_uuid(),
  one_id uuid not null,
  other_id uuid not null,
  last_seq integer not null default 0,
  -- How many messages each of the two has written.
  one_messages integer not null default 0,
  other_messages integer not null default 0,
  last_message_on timestamptz(3),
  created_on timestamptz(3) not null,
  primary key (company_id, id),
  foreign key (company_id, one_id) references agent on delete cascade,
  foreign key (company_id, other_id) references agent on delete cascade,
  check (one_id < other_id)
);
create unique index private_chat_pair on private_chat (company_id, one_id, other_id);
create index private_chat_other on private_chat (company_id, other_id);

-- A file belongs to a ticket or to a private chat.
alter table file alter column ticket_id drop not null;
alter table file add column private_chat_id uuid;
alter table file add foreign key (company_id, private_chat_id) references private_chat on delete cascade;
alter table file add check (num_nonnulls(ticket_id, private_chat_id) = 1);

create table private_message (
  company_id uuid not null,
  chat_id uuid not null,
  seq integer not null check (seq > 0),
  id uuid not null,
  sender_id uuid not null,
  -- The sender's count in this chat with this message.
  sender_no integer not null check (sender_no > 0),
  type text not null check (type in ('text', 'audio', 'image', 'document', 'video')),
  content text not null default '',
  file_id uuid,
  created_on timestamptz(3) not null,
  primary key (company_id, chat_id, seq),
  foreign key (company_id, chat_id) references private_chat on delete cascade,
  foreign key (company_id, sender_id) references agent,
  foreign key (company_id, file_id) references file
);
create unique index private_message_id on private_message (company_id, id);

-- How far each of the two has read.
create table private_read (
  company_id uuid not null,
  chat_id uuid not null,
  agent_id uuid not null,
  seq integer not null,
  -- How many of the other's messages that is.
  messages integer not null,
  read_on timestamptz(3) not null,
  primary key (company_id, chat_id, agent_id),
  foreign key (company_id, chat_id) references private_chat on delete cascade,
  foreign key (company_id, agent_id) references agent on delete cascade
);

-- A line of the inbox about a colleague's private message names the colleague.
alter table notification add column sender_id uuid;
alter table notification add foreign key (company_id, sender_id) references agent on delete cascade;
create index notification_unseen on notification (company_id, agent_id) where seen_on is null;

-- A browser that push messages can be sent to. An endpoint is a secret address at the browser's maker.
create table push_subscription (
  company_id uuid not null,
  id uuid not null default gen_random_uuid(),
  agent_id uuid not null,
  endpoint text not null check (length(endpoint) <= 2000),
  p256dh text not null,
  auth text not null,
  -- The browser's session. Without one nothing is sent there, so a signed-out browser is told nothing.
  session_hash bytea references session on update cascade on delete set null,
  created_on timestamptz(3) not null,
  -- Set while the agent wants none in this browser.
  off_on timestamptz(3),
  primary key (company_id, id),
  foreign key (company_id, agent_id) references agent on delete cascade
);
create unique index push_subscription_endpoint on push_subscription (endpoint);
create index push_subscription_agent on push_subscription (company_id, agent_id);
create index push_subscription_session on push_subscription (session_hash);
-- Set while the agent wants push messages in some browser.
alter table agent add column push_on timestamptz(3);

-- Secrets that every process needs alike (the keys of web push), sealed with APP_SECRET.
create table server_secret (
  name text primary key,
  sealed bytea not null,
  created_on timestamptz(3) not null default now()
);
grant select, insert on server_secret to parley_system;

do $$
declare t text;
begin
  foreach t in array array['pin', 'bubble', 'draft', 'private_chat', 'private_message', 'private_read', 'push_subscription'] loop
    execute format('alter table %I enable row level security', t);
    execute format('alter table %I force row level security', t);
    execute format('create policy own_company on %I to parley_app using (company_id = current_company()) with check (company_id = current_company())', t);
    execute format('create policy every_company on %I to parley_system using (true) with check (true)', t);
    execute format('grant select, insert, update, delete on %I to parley_app, parley_system', t);
  end loop;
end $$;

-- A word is looked for in one ticket too: among its messages alone, however common the word is in the company.
drop index message_search;
create index message_search on message
  using gin (company_id, ticket_id, fold(content || coalesce(' ' || caption, '')) gin_trgm_ops)
  with (gin_pending_list_limit = 256)
  where type not in ('rating', 'close', 'reopen', 'location');

-- The numbers of the newest messages of a ticket that match a keyword. As `search_tickets` it runs as the owner, for
-- beneath a row-level policy the index is not used; the ticket was accessed by the caller, the company is checked again.
create function search_messages(company uuid, ticket uuid, keyword text, most integer)
returns setof integer language plpgsql stable security definer
set search_path = pg_catalog, public, pg_temp set plan_cache_mode = force_custom_plan as $$
declare
  -- A common word is found among so many of the newest without the index, which would name every one there is.
  nearby constant integer := 500;
  folded text := fold(keyword);
  pattern text := '%' || regexp_replace(folded, '([\\%_])', '\\\1', 'g') || '%';
  newest integer;
  found integer[];
begin
  if company is distinct from current_company() then return; end if;
  select t.last_seq into newest from ticket t where t.company_id = company and t.id = ticket;
  -- What has less than three letters has no trigram and is looked for in every message. `fold` is written out here:
  -- called as a function it costs half as much again.
  found := array(
    select m.seq from message m
    where m.company_id = company and m.ticket_id = ticket
      and (length(folded) < 3 or m.seq > newest - nearby)
      and m.type not in ('rating', 'close', 'reopen', 'location')
      and lower(unaccent('unaccent'::regdictionary, m.content || coalesce(' ' || m.caption, ''))) like pattern
    order by m.seq desc limit most);
  if cardinality(found) = most or length(folded) < 3 or newest <= nearby then
    return query select unnest(found); return;
  end if;
  return query
    -- Materialised, or the planner hopes to meet enough of them soon when it walks back message by message.
    with hit as materialized (
      select m.seq from message m
      where m.company_id = company and m.ticket_id = ticket
        and m.type not in ('rating', 'close', 'reopen', 'location')
        and fold(m.content || coalesce(' ' || m.caption, '')) like pattern)
    select hit.seq from hit order by hit.seq desc limit most;
end $$;
revoke execute on function search_messages from public;
grant execute on function search_messages to parley_app;
