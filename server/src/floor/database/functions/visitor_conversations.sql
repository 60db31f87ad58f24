-- A visitor's conversations as they see them, the newest first; with only_ticket that one alone. They are the tickets of their identity on
-- this channel, and of those that were joined to it. A function keeps its plan: to plan this takes longer than to run it. One that
-- was merged stands as its target does; therefore it runs as the owner, and the company is checked again.
create or replace function visitor_conversations(company uuid, of_channel uuid, own text, only_ticket uuid, spoken text[], most integer)
returns table (id uuid, created_on timestamptz, closed_on timestamptz, rating smallint, last_seq integer, handler_id uuid,
  reopen_hours integer, first_name text, profile_pic text, online boolean, is_agent boolean, type text, content text, caption text,
  last_on timestamptz, author text, unread integer, delivered integer, read integer)
language plpgsql stable security definer
set search_path = pg_catalog, public, pg_temp
set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off as $$
#variable_conflict use_column
begin
  if company is distinct from coalesce(current_company(), company) then return; end if;
  return query
  select t.id, t.created_on, t.closed_on, t.rating, t.last_seq, t.handler_id, c.reopen_window_hours, a.first_name, a.profile_pic,
    exists (select from presence p join process on process.id = p.process_id
      where p.company_id = company and p.agent_id = t.handler_id and process.lease_until > now()),
    l.is_agent, l.type, l.content, l.caption, l.created_on, w.first_name,
    (select count(*)::integer from message m
      where m.company_id = company and m.ticket_id = t.id and m.is_agent and m.status <> 'read'),
    (select coalesce(max(m.seq), 0) from message m where m.company_id = company and m.ticket_id = t.id and not m.is_agent),
    (select coalesce(max(r.seq), 0) from ticket_read r where r.company_id = company and r.ticket_id = t.id)
  from (
    select x.id, x.created_on, x.last_seq, x.updated_on, s.closed_on, s.rating, s.handler_id from client_identity i
    -- The tickets are read by the client's index: a web chat has as many as it had conversations.
    join ticket x on x.company_id = i.company_id and x.client_id = i.client_id
    join ticket s on s.company_id = company and s.id = coalesce(x.merged_into, x.id) and s.deleted_on is null
    where i.company_id = company and i.channel_id = of_channel and i.external_id = own and x.channel_id = of_channel
      and x.deleted_on is null and (only_ticket is null or x.id = only_ticket)
      and (x.client_external_id = own or exists (select from client_identity j
        where j.company_id = company and j.channel_id = of_channel and j.external_id = x.client_external_id and j.alias = own))
    order by x.updated_on desc limit most
  ) t
  join company c on c.company_id = company
  left join agent a on a.company_id = company and a.id = t.handler_id
  left join lateral (
    select m.* from message m
    where m.company_id = company and m.ticket_id = t.id and m.type = any(spoken)
    order by m.seq desc limit 1
  ) l on true
  left join agent w on w.company_id = company and w.id = l.agent_id
  order by t.updated_on desc;
end $$;
revoke execute on function visitor_conversations from public;
grant execute on function visitor_conversations to parley_app;
