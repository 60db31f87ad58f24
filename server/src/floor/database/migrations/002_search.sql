-- Search by any part of a word, case and accents folded. The trigram indexes begin with the company, so that a common
-- word costs what it costs in one company.
create extension if not exists btree_gin;

create function fold(text) returns text language sql immutable strict parallel safe
  return lower(unaccent('unaccent'::regdictionary, $1));

create index client_search on client
  using gin (company_id, fold(name || ' ' || short_id || coalesce(' ' || account_number, '')) gin_trgm_ops);

-- What waits to be sorted into the index is kept small: whoever inserts the message that fills it sorts it in.
create index message_search on message
  using gin (company_id, fold(content || coalesce(' ' || caption, '')) gin_trgm_ops) with (gin_pending_list_limit = 256)
  where type not in ('rating', 'close', 'reopen', 'location');

-- The newest tickets, open or closed, that match a keyword by their client, their id's beginning or a message's text.
-- Beneath a row-level policy the planner does not use a trigram index, because its operators are not leakproof; so this
-- runs as the owner and takes company and departments (null: every one) explicitly. The company is checked again.
create function search_tickets(company uuid, departments uuid[], keyword text, closed boolean, most integer)
returns setof uuid language plpgsql stable security definer
set search_path = pg_catalog, public, pg_temp set plan_cache_mode = force_custom_plan as $$
declare
  -- So many of the newest are looked through without an index: a common word is found there, and a word of less than
  -- three letters, which has no trigram, is looked for nowhere else.
  nearby constant integer := 100;
  folded text := fold(keyword);
  pattern text := '%' || regexp_replace(folded, '([\\%_])', '\\\1', 'g') || '%';
  digits text := case when keyword ~ '^[0-9a-fA-F-]{1,36}$' then replace(keyword, '-', '') else '' end;
  first uuid := case when length(digits) between 1 and 32 then rpad(digits, 32, '0')::uuid end;
  last uuid := case when length(digits) between 1 and 32 then rpad(digits, 32, 'f')::uuid end;
  found uuid[];
begin
  if company is distinct from current_company() then return; end if;
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
          and fold(m.content || coalesce(' ' || m.caption, '')) like pattern limit 1)
    order by near.closed_on desc, near.updated_on desc limit most);
  if cardinality(found) = most then return query select unnest(found); return; end if;
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
revoke execute on function search_tickets from public;
grant execute on function search_tickets to parley_app;
