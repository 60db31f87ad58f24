-- The one rule for what a new message makes of these columns. Without a preview it is not shown; `counts`: the client said it.
create or replace function last_words(t ticket, m message, preview text, counts boolean)
returns table (type text, content text, is_agent boolean, agent_id uuid, automatic boolean, author text, client_type text,
  client_content text)
language sql immutable as $$
  select case when preview is null then t.last_message_type else m.type end,
    coalesce(preview, t.last_message_content),
    case when preview is null then t.last_message_is_agent else m.is_agent end,
    case when preview is null then t.last_message_agent_id else m.agent_id end,
    case when preview is null then t.last_message_automatic else m.purpose is not null end,
    case when preview is null then t.last_message_author end,
    case when counts then m.type else t.last_client_type end,
    case when counts then coalesce(preview, '') else t.last_client_content end
$$;
revoke execute on function last_words from public;
grant execute on function last_words to parley_app;
