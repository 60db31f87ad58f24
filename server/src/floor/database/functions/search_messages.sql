-- The numbers of the newest messages of a ticket that match a keyword: by their text, by a mail's subject and addresses, by the name of a
-- file. As `search_tickets` it runs as the owner, for
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
  named integer[];
begin
  if company is distinct from current_company() then return; end if;
  select t.last_seq into newest from ticket t where t.company_id = company and t.id = ticket;
  named := array(
    select m.seq from message_mail x
      join message m on m.company_id = x.company_id and m.id = x.message_id
      where x.company_id = company and x.ticket_id = ticket
        and mail_head(x.subject, x.sender, x.to_list, x.cc_list, x.bcc_list) like pattern
    union
    select m.seq from file f
      join message m on m.company_id = f.company_id and m.file_id = f.id
      where f.company_id = company and f.ticket_id = ticket and fold(f.name) like pattern
    union
    select m.seq from file f
      join message_file l on l.company_id = f.company_id and l.file_id = f.id
      join message m on m.company_id = l.company_id and m.id = l.message_id
      where f.company_id = company and f.ticket_id = ticket and fold(f.name) like pattern
    order by seq desc limit most);
  -- A word of less than three letters has no trigram and is looked for in every message. `fold` is written out here:
  -- called as a function it costs half as much again.
  found := array(
    select m.seq from message m
    where m.company_id = company and m.ticket_id = ticket
      and (length(folded) < 3 or m.seq > newest - nearby)
      and m.type not in ('rating', 'close', 'reopen', 'location')
      and lower(unaccent('unaccent'::regdictionary, m.content || coalesce(' ' || m.caption, ''))) like pattern
    order by m.seq desc limit most);
  if cardinality(found) = most or length(folded) < 3 or newest <= nearby then
    return query select distinct n from unnest(found || named) n order by n desc limit most; return;
  end if;
  return query
    -- Materialised, or the planner hopes to meet enough of them soon when it walks back message by message.
    with hit as materialized (
      select m.seq from message m
      where m.company_id = company and m.ticket_id = ticket
        and m.type not in ('rating', 'close', 'reopen', 'location')
        and fold(m.content || coalesce(' ' || m.caption, '')) like pattern)
    select hit.seq from hit union select unnest(named) order by seq desc limit most;
end $$;
revoke execute on function search_messages from public;
grant execute on function search_messages to parley_app;
