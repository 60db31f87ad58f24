-- The tags of a ticket and of its client, by commas, and their values as `valuesOf` writes them; null where there are none. A function, since
-- its plan is kept per connection: to plan this takes longer than to run it.
create or replace function shown_marks(company uuid, shown uuid, its_client uuid)
returns table (tag_ids text, client_tag_ids text, field_values text, client_field_values text)
language plpgsql stable
set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off as $$
#variable_conflict use_column
begin
  return query select
    (select string_agg(x.tag_id::text, ',' order by x.tag_id) from ticket_tag x where x.company_id = company and x.ticket_id = shown),
    (select string_agg(x.tag_id::text, ',' order by x.tag_id) from client_tag x where x.company_id = company and x.client_id = its_client),
    (select string_agg('"' || x.field_id || '":' || coalesce(x.number::text, to_json(x.text)::text, x.yes::text, '"' || x.choice || '"',
      to_json(x.day)::text), ',') from ticket_value x where x.company_id = company and x.ticket_id = shown),
    (select string_agg('"' || x.field_id || '":' || coalesce(x.number::text, to_json(x.text)::text, x.yes::text, '"' || x.choice || '"',
      to_json(x.day)::text), ',') from client_value x where x.company_id = company and x.client_id = its_client);
end $$;
revoke execute on function shown_marks from public;
grant execute on function shown_marks to parley_app;
