-- A visitor's text in one statement: finds the open conversation of the token's visitor, the named or else the newest, and appends to it.
-- With it comes what the visitor sees of the conversation. Returns nothing where it takes more: an unknown token, a blocked client, a
-- repeat, no open conversation, or one that another unit of work holds.
create or replace function receive_visitor_message(company uuid, of_channel uuid, hash bytea, conversation uuid, spoken text[], draft jsonb,
  preview text, counts boolean, at timestamptz, window_until timestamptz)
returns table (appended message, before ticket, first_name text, profile_pic text, online boolean, unread integer, read integer,
  followed boolean, goals json)
language plpgsql
set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off as $$
declare
  visitor_id text;
  place text;
  stored record;
begin
  select s.external_id into visitor_id from visitor_session s
    join channel c on c.company_id = s.company_id and c.id = s.channel_id and c.removed_on is null
    where s.company_id = company and s.channel_id = of_channel and s.token_hash = hash;
  if not found then return; end if;
  select t.thread into place from client_identity i
    join ticket t on t.company_id = i.company_id and t.client_id = i.client_id
    where i.company_id = company and i.channel_id = of_channel and i.external_id = visitor_id and t.channel_id = of_channel
      and t.closed_on is null and (conversation is null or t.id = conversation)
      and (t.client_external_id = visitor_id or exists (select from client_identity j
        where j.company_id = company and j.channel_id = of_channel and j.external_id = t.client_external_id and j.alias = visitor_id))
    order by t.updated_on desc limit 1;
  if not found then return; end if;
  -- The desk's own messages are known to the visitor by this id.
  if exists (select from message m where m.company_id = company and m.id = (draft ->> 'external_id')::uuid and m.is_agent)
    then return; end if;
  select r.appended, r.before, r.followed, r.goals into stored from receive_messages(company, jsonb_build_array(jsonb_build_object('number', 0,
    'channel', of_channel, 'thread', place, 'draft', draft, 'preview', preview, 'counts', counts, 'window_until', window_until)), at) r;
  if not found then return; end if;
  appended := stored.appended;
  before := stored.before;
  followed := stored.followed;
  goals := stored.goals;
  select c.first_name, c.profile_pic, c.online, c.unread, c.read into first_name, profile_pic, online, unread, read
    from visitor_conversations(company, of_channel, visitor_id, before.id, spoken, 1) c;
  return next;
end $$;
revoke execute on function receive_visitor_message from public;
grant execute on function receive_visitor_message to parley_app;
