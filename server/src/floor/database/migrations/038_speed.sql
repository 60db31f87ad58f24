-- Searching tickets in a large company, an agent's own tickets, and autovacuum of large tables.

-- As before, but a common word is looked for among more of the newest tickets, one by one, before the index is asked: that names
-- every ticket there is, and 30 000 of them are fetched to show 50. How common a word is, the first hundred say.
create or replace function search_tickets(company uuid, departments uuid[], keyword text, closed boolean, most integer)
returns setof uuid language plpgsql stable security definer
set search_path = pg_catalog, public, pg_temp set plan_cache_mode = force_custom_plan as $$
declare
  -- A word of less than three letters, which has no trigram, is looked for nowhere else.
  nearby integer := 100;
  -- Further than this the index is quicker, even for what it finds.
  farthest constant integer := 3200;
  folded text := fold(keyword);
  pattern text := '%' || regexp_replace(folded, '([\\%_])', '\\\1', 'g') || '%';
  digits text := case when keyword ~ '^[0-9a-fA-F-]{1,36}$' then replace(keyword, '-', '') else '' end;
  first uuid := case when length(digits) between 1 and 32 then rpad(digits, 32, '0')::uuid end;
  last uuid := case when length(digits) between 1 and 32 then rpad(digits, 32, 'f')::uuid end;
  found uuid[];
begin
  if company is distinct from current_company() then return; end if;
  loop
    found := array(
      select near.id from (
        select t.id, t.client_id, t.closed_on, t.updated_on from ticket t
        where t.company_id = company and (t.closed_on is not null) = closed
          and (departments is null or t.department_id = any (departments))
        order by t.closed_on desc, t.updated_on desc limit nearby) near
      -- Scalar subqueries are asked ticket by ticket; "exists" might be answered for the whole company first.
      where near.id between first and last
        or (select fold(c.name || ' ' || c.short_id || coalesce(' ' || c.account_number, '')) like pattern
          from client c where c.company_id = company and c.id = near.client_id)
        or (select true from message m
          where m.company_id = company and m.ticket_id = near.id
            and m.type not in ('rating', 'close', 'reopen', 'location')
            and lower(unaccent('unaccent'::regdictionary, m.content || coalesce(' ' || m.caption, ''))) like pattern limit 1)
      order by near.closed_on desc, near.updated_on desc limit most);
    if cardinality(found) = most then return query select unnest(found); return; end if;
    -- At this rate enough are found within reach; otherwise the word is rare enough for the index.
    exit when cardinality(found) * farthest < most * nearby or nearby >= farthest;
    nearby := least(nearby * 8, farthest);
  end loop;
  return query
    select t.id from ticket t
    where t.company_id = company and (t.closed_on is not null) = closed
      and (departments is null or t.department_id = any (departments))
      and t.id in (
        select unnest(found)
        union all
        select x.id from client c join ticket x on x.company_id = c.company_id and x.client_id = c.id
          where c.company_id = company
            and fold(c.name || ' ' || c.short_id || coalesce(' ' || c.account_number, '')) like pattern
        union all
        select x.id from ticket x where x.company_id = company and x.id between first and last
        union all
        select m.ticket_id from message m
          where m.company_id = company and m.type not in ('rating', 'close', 'reopen', 'location')
            and length(folded) >= 3 and fold(m.content || coalesce(' ' || m.caption, '')) like pattern)
    order by t.closed_on desc, t.updated_on desc limit most;
end $$;

-- An agent's own tickets: the newest activity, and their figures, which are read from this index alone. What `ticket_figures` held
-- is read from the totals.
create index ticket_handled on ticket (company_id, handler_id, updated_on desc, id)
  include (department_id, platform, created_on, accepted_on, closed_on, reopened_on, begun_by, waited_ms, rating)
  where handler_id is not null;
drop index ticket_figures;

-- A company that came after a table's last analysis counted as one that has no rows, so every index that begins with the company
-- looked alike, and its messages were read one by one. With one most common value the others are assumed to have their share.
do $$
declare t text;
begin
  for t in
    select c.oid::regclass from pg_class c join pg_attribute a on a.attrelid = c.oid
    where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and a.attname = 'company_id' and not a.attisdropped
  loop
    execute format('alter table %s alter column company_id set statistics 1', t);
    execute format('analyze %s', t);
  end loop;
end $$;

-- A client's message in one statement: locks the open ticket of its thread and appends to it. Returns nothing for a repeat, where
-- there is no open ticket, and for a blocked client.
create function receive_message(company uuid, of_channel uuid, of_thread text, draft jsonb, preview text, counts boolean,
  at timestamptz, window_until timestamptz)
returns table (appended message, before ticket) language plpgsql as $$
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
