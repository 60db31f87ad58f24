-- The newest tickets, open or closed, that match a keyword by their client, their id's beginning or a message's text, by a
-- mail's subject and addresses or by the name of a file.
-- Beneath a row-level policy the planner does not use a trigram index, because its operators are not leakproof; so this
-- runs as the owner and takes company and departments (null: every one) explicitly. The company is checked again, and the owner sees
-- deleted and merged tickets. What a merged ticket is found by leads to its target.
-- The newest tickets are looked through in one walk that ends as soon as the index is the quicker way. Letters without accents are
-- folded without the dictionary of accents. What the index finds is sought among the newest tickets, not ticket by ticket.
create or replace function search_tickets(company uuid, departments uuid[], keyword text, closed boolean, most integer)
returns setof uuid language plpgsql stable security definer
set search_path = pg_catalog, public, pg_temp set plan_cache_mode = force_custom_plan as $$
declare
  -- This many tickets are looked through in any case. A word of less than three letters, which has no trigram, is looked for nowhere else.
  sample constant integer := 100;
  -- Where more than this would have to be looked through, asking the index for the newest is quicker.
  farthest constant integer := 600;
  -- At most this many of the newest tickets are looked through. Where more would be needed, all that the index names are quicker.
  newest constant integer := 3000;
  folded text := fold(keyword);
  pattern text := '%' || regexp_replace(folded, '([\\%_])', '\\\1', 'g') || '%';
  digits text := case when keyword ~ '^[0-9a-fA-F-]{1,36}$' then replace(keyword, '-', '') else '' end;
  first uuid := case when length(digits) between 1 and 32 then rpad(digits, 32, '0')::uuid end;
  last uuid := case when length(digits) between 1 and 32 then rpad(digits, 32, 'f')::uuid end;
  reach constant integer := case when length(folded) < 3 then sample else newest end;
  -- This is false in Turkish, whose small I has no dot.
  plain constant boolean := lower('I') = 'i';
  -- True for a company that has a third of all messages: the index is asked without it, since its list would be read nearly whole.
  whole boolean;
  near record;
  seen integer := 0;
  found uuid[] := '{}';
  -- Tickets that match by their client or by the beginning of their id.
  named uuid[];
  nearest uuid[];
  wanted integer;
  -- The folded text of a message, and the query for those that contain the word: it asks the index, then compares.
  content constant text := $t$fold(m.content || coalesce(' ' || m.caption, ''))$t$;
  has text;
begin
  if company is distinct from current_company() then return; end if;
  for near in
    -- Scalar subqueries are asked ticket by ticket; "exists" might be answered for the whole company first.
    select n.id, n.id between first and last
      or (select bool_or(merged between first and last) from unnest(n.merged_tickets) merged)
      or (select fold(c.name || ' ' || c.short_id || coalesce(' ' || c.account_number, '')) like pattern
        from client c where c.company_id = company and c.id = n.client_id)
      or (select true from message m
        where m.company_id = company and m.ticket_id = n.id
          and m.type not in ('rating', 'close', 'reopen', 'location')
          and case when plain and m.caption is null and octet_length(m.content) = length(m.content)
            then lower(m.content collate "C")
            else lower(unaccent('unaccent'::regdictionary, m.content || coalesce(' ' || m.caption, ''))) end like pattern
        limit 1)
      or case when n.merged_tickets is not null then (select true from message m
        where m.company_id = company and m.ticket_id = any (n.merged_tickets)
          and m.type not in ('rating', 'close', 'reopen', 'location')
          and fold(m.content || coalesce(' ' || m.caption, '')) like pattern
        limit 1) end
      or (select true from message_mail x
        where x.company_id = company and x.ticket_id = any (n.id || n.merged_tickets)
          and mail_head(x.subject, x.sender, x.to_list, x.cc_list, x.bcc_list) like pattern
        limit 1)
      or (select true from file f
        where f.company_id = company and f.ticket_id = any (n.id || n.merged_tickets) and fold(f.name) like pattern
          and (exists (select from message m where m.company_id = company and m.file_id = f.id)
            or exists (select from message_file l where l.company_id = company and l.file_id = f.id))
        limit 1) as hit
    from (select t.id, t.client_id, t.merged_tickets from ticket t
      where t.company_id = company and (t.closed_on is not null) = closed and t.deleted_on is null and t.merged_into is null
        and (departments is null or t.department_id = any (departments))
      order by t.closed_on desc, t.updated_on desc, t.id limit reach) n
  loop
    seen := seen + 1;
    if near.hit then found := found || near.id; end if;
    exit when cardinality(found) = most;
    -- At this rate.
    exit when seen >= sample and cardinality(found) * farthest < most * seen;
  end loop;
  if cardinality(found) = most or seen < sample then return query select unnest(found); return; end if;
  named := array(
    select x.id from client c join ticket x on x.company_id = c.company_id and x.client_id = c.id
      where c.company_id = company
        and fold(c.name || ' ' || c.short_id || coalesce(' ' || c.account_number, '')) like pattern
    union all
    select x.id from ticket x where x.company_id = company and x.id between first and last);
  if length(folded) >= 3 or word_grams(folded) <> '{}' then
    named := named || array(
      select x.ticket_id from find_by_words(company, 'mail', array[folded]) x
      union all
      select x.ticket_id from find_by_words(company, 'file', array[folded]) x
        where exists (select from message m where m.company_id = company and m.file_id = x.id)
          or exists (select from message_file l where l.company_id = company and l.file_id = x.id));
    whole := message_share(company) >= 1.0 / 3;
    has := indexed_word(content, folded)
      || case when word_grams(folded) <> '{}' then $t$ and has_grams(m.content || coalesce(' ' || m.caption, ''))$t$ else '' end;
    has := format($q$select m.ticket_id from message m where m.type not in ('rating', 'close', 'reopen', 'location')
      and %s and strpos(%s, $1) > 0$q$, has, content);
    if whole and cardinality(found) * newest >= most * seen then
      -- Twice as many as at this rate: the sample is small.
      wanted := least(newest, 2 * most * seen / cardinality(found));
      nearest := array(
        select t.id from ticket t
        where t.company_id = company and (t.closed_on is not null) = closed and t.deleted_on is null and t.merged_into is null
          and (departments is null or t.department_id = any (departments))
        order by t.closed_on desc, t.updated_on desc, t.id limit wanted);
      -- "= any" of one company is a condition for the index of tickets alone, so both indexes are asked apart and compared.
      execute format('select array(%s and m.company_id = any ($2) and m.ticket_id = any ($3))', has)
        into found using folded, array[company], nearest || array(
          select x.id from ticket x where x.company_id = company and x.merged_into = any (nearest));
      found := array(select coalesce(x.merged_into, x.id) from ticket x where x.company_id = company and x.id = any (found || named));
      found := array(
        select n.id from unnest(nearest) with ordinality n(id, place) where n.id = any (found) order by n.place limit most);
      if cardinality(found) = most or cardinality(nearest) < wanted then return query select unnest(found); return; end if;
    end if;
    execute format('select array(%s and m.company_id %s $2)', has, case when whole then 'is not distinct from' else '=' end)
      into found using folded, company;
  end if;
  found := array(select coalesce(x.merged_into, x.id) from ticket x where x.company_id = company and x.id = any (found || named));
  return query
    select t.id from ticket t
    where t.company_id = company and (t.closed_on is not null) = closed and t.deleted_on is null and t.merged_into is null
      and (departments is null or t.department_id = any (departments))
      and t.id = any (found)
    order by t.closed_on desc, t.updated_on desc, t.id limit most;
end $$;
revoke execute on function search_tickets from public;
grant execute on function search_tickets to parley_app;
