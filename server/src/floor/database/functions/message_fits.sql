-- The allowed values of a message, in one constraint: PostgreSQL reads and plans an expression anew for each statement that writes, and
-- a function once in a connection.
create or replace function message_fits(type text, status text, purpose text, seq integer) returns boolean language plpgsql immutable as $$
begin
  return type in ('text', 'audio', 'image', 'document', 'video', 'rating', 'close', 'reopen', 'location', 'unsupported', 'deleted')
    and status in ('queued', 'sent', 'delivered', 'read', 'failed', 'uncertain')
    and purpose in ('rating_question', 'automatic')
    and seq > 0;
end $$;
revoke execute on function message_fits from public;
grant execute on function message_fits to parley_app, parley_system;
