-- The numbers of the newest messages of a ticket that match a keyword. As `search_tickets` it runs as the owner, for
-- beneath a row-level policy the index is not used; the ticket was accessed by the caller, the company is checked again.
create or replace function search_messages(company uuid, ticket uuid, keyword text, most integer)
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
