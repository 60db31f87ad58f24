-- The organisation of a client, and its values as `valuesOf` writes them; null where there are none. A function, since its plan is kept per
-- connection.
create or replace function shown_organisation(company uuid, its_client uuid)
returns table (organisation_id uuid, organisation_field_values text)
language plpgsql stable
set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off as $$
#variable_conflict use_column
begin
  return query select c.organisation_id,
    (select string_agg('"' || x.field_id || '":' || coalesce(x.number::text, to_json(x.text)::text, x.yes::text, '"' || x.choice || '"',
      to_json(x.day)::text), ',') from organisation_value x where x.company_id = company and x.organisation_id = c.organisation_id)
    from client c where c.company_id = company and c.id = its_client;
end $$;
revoke execute on function shown_organisation from public;
grant execute on function shown_organisation to parley_app;
