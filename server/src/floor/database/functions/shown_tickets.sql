-- Tickets with the names that are shown beside them, how many of the client's messages the reader has seen, and their tags by commas and
-- values as `valuesOf` writes them, null where there are none. A function, since its plan is kept per connection: to plan this takes longer
-- than to run it. Each ticket is found by its id before anything is joined to it: a kept plan knows neither the company's size nor the ids,
-- and would read all of each department's tickets.
create or replace function shown_tickets(company uuid, ids uuid[], reader uuid)
returns table (ticket ticket, short_id text, client_name text, client_picture text, account_number text, department_name text,
  channel_name text, channel_removed_on timestamptz, handler_first_name text, handler_last_name text, writer_first_name text,
  writer_last_name text, failed boolean, seen integer, tag_ids text, client_tag_ids text, field_values text, client_field_values text,
  organisation_id uuid, organisation_field_values text)
language plpgsql stable
set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off as $$
#variable_conflict use_column
begin
  return query
  -- With an offset the ticket stays a look-up by its id.
  with found as materialized (
    select f.t from unnest(ids) i
    cross join lateral (select t from ticket t where t.company_id = company and t.id = i offset 0) f)
  select f.t, c.short_id, c.name, c.picture, c.account_number, d.name, ch.name, ch.removed_on, h.first_name, h.last_name,
    w.first_name, w.last_name,
    exists (select from failed_message x where x.company_id = company and x.ticket_id = (f.t).id), r.client_messages,
    (select string_agg(x.tag_id::text, ',' order by x.tag_id) from ticket_tag x where x.company_id = company and x.ticket_id = (f.t).id),
    (select string_agg(x.tag_id::text, ',' order by x.tag_id) from client_tag x where x.company_id = company and x.client_id = (f.t).client_id),
    (select string_agg('"' || x.field_id || '":' || coalesce(x.number::text, to_json(x.text)::text, x.yes::text, '"' || x.choice || '"',
      to_json(x.day)::text), ',') from ticket_value x where x.company_id = company and x.ticket_id = (f.t).id),
    (select string_agg('"' || x.field_id || '":' || coalesce(x.number::text, to_json(x.text)::text, x.yes::text, '"' || x.choice || '"',
      to_json(x.day)::text), ',') from client_value x where x.company_id = company and x.client_id = (f.t).client_id),
    c.organisation_id,
    (select string_agg('"' || x.field_id || '":' || coalesce(x.number::text, to_json(x.text)::text, x.yes::text, '"' || x.choice || '"',
      to_json(x.day)::text), ',') from organisation_value x where x.company_id = company and x.organisation_id = c.organisation_id)
  from found f
  join client c on c.company_id = company and c.id = (f.t).client_id
  join department d on d.company_id = company and d.id = (f.t).department_id
  join channel ch on ch.company_id = company and ch.id = (f.t).channel_id
  left join agent h on h.company_id = company and h.id = (f.t).handler_id
  left join agent w on w.company_id = company and w.id = (f.t).last_message_agent_id
  left join ticket_read r on r.company_id = company and r.ticket_id = (f.t).id and r.agent_id = reader;
end $$;
revoke execute on function shown_tickets from public;
grant execute on function shown_tickets to parley_app;
