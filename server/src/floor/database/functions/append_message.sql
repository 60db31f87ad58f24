-- Appends one message, for processes of the version before 070, which number it themselves. A later version drops it.
create or replace function append_message(draft jsonb, preview text, from_client boolean, told jsonb, window_until timestamptz)
returns setof message language plpgsql as $$
begin
  return query select (a.appended).* from append_messages((draft ->> 'company_id')::uuid,
    jsonb_build_array(jsonb_build_object('number', 0, 'ticket', draft -> 'ticket_id', 'draft', draft, 'preview', preview,
      'counts', from_client, 'recorded', told is not null, 'window_until', window_until)),
    (coalesce(told -> 'time', draft -> 'created_on') #>> '{}')::timestamptz) a;
end $$;
revoke execute on function append_message from public;
grant execute on function append_message to parley_app;
