-- A mail that one of its addressees did not get stays sent.
create or replace function has_failed(status text, reason jsonb) returns boolean language sql immutable as $$
  select coalesce(status in ('failed', 'uncertain') or reason ->> 'code' = 'mail_bounced', false)
$$;
revoke execute on function has_failed from public;
grant execute on function has_failed to parley_app, parley_system;
