-- Finds where all of some folded words stand in one text of a place: in a message, in a mail's subject and addresses, in its subject alone, in a note, in a
-- file's name, in what names a client, or in a client's name on a channel. As `search_tickets` it runs as the owner, for beneath a
-- row-level policy the indexes are not used. It answers ids and times alone (of a subject no time), of what is in a merged ticket with its target's id; the caller
-- reads the rows, and decides who sees them, under the policies.
create or replace function find_by_words(company uuid, place text, words text[])
returns table (ticket_id uuid, id uuid, created_on timestamptz) language plpgsql stable security definer
set search_path = pg_catalog, public, pg_temp set plan_cache_mode = force_custom_plan as $$
declare
  of_text constant text := case place
    when 'message' then $t$fold(x.content || coalesce(' ' || x.caption, ''))$t$
    when 'mail' then 'mail_head(x.subject, x.sender, x.to_list, x.cc_list, x.bcc_list)'
    when 'subject' then 'fold(x.subject)'
    when 'note' then 'fold(x.content)'
    when 'file' then 'fold(x.name)'
    when 'client' then $t$fold(x.name || ' ' || x.short_id || coalesce(' ' || x.account_number, '') || coalesce(' ' || x.address, ''))$t$
    when 'identity' then $t$fold(x.external_id || coalesce(' ' || x.username, ''))$t$
  end;
  -- A company without merged tickets looks once.
  shown_in constant text := case when exists (select from ticket t where t.company_id = company and t.merged_into is not null)
    then '(select coalesce(t.merged_into, t.id) from ticket t where t.company_id = x.company_id and t.id = x.ticket_id)'
    else 'x.ticket_id' end;
  rows_of constant text := case place
    when 'message' then format($t$select %s, x.id, x.created_on from message x
      where x.type not in ('rating', 'close', 'reopen', 'location') and $t$, shown_in)
    when 'mail' then format($t$select %s, x.message_id, m.created_on from message_mail x
      join message m on m.company_id = x.company_id and m.id = x.message_id where $t$, shown_in)
    when 'subject' then format('select %s, x.message_id, null::timestamptz from message_mail x where ', shown_in)
    when 'note' then format('select %s, x.id, x.created_on from note x where x.deleted_on is null and ', shown_in)
    when 'file' then format('select %s, x.id, x.created_on from file x where x.ticket_id is not null and ', shown_in)
    when 'client' then 'select null::uuid, x.id, x.created_on from client x where x.merged_into is null and '
    when 'identity' then 'select null::uuid, x.client_id, x.created_on from client_identity x where '
  end;
  -- In a company that has a third of all messages, its own list in the index would be read nearly whole.
  whole constant boolean := place = 'message' and message_share(company) >= 1.0 / 3;
begin
  if company is distinct from current_company() or cardinality(words) = 0 then return; end if;
  return query execute rows_of
    || (select string_agg(format('%s and has_word(%s, %L)', indexed_word(of_text, word), of_text, word), ' and ') from unnest(words) word)
    -- The indexes of grams have messages and names on channels with such letters alone.
    || case when exists (select from unnest(words) word where word_grams(word) <> '{}') then case place
      when 'message' then $t$ and has_grams(x.content || coalesce(' ' || x.caption, ''))$t$
      when 'identity' then $t$ and has_grams(x.external_id || coalesce(' ' || x.username, ''))$t$
      else '' end else '' end
    || format(' and x.company_id %s $1', case when whole then 'is not distinct from' else '=' end)
    using company;
end $$;
revoke execute on function find_by_words from public;
grant execute on function find_by_words to parley_app;
