-- A job has the rights of its payload. It is added for the company of the unit of work and for no other; a mail of the desk itself
-- names none.
create or replace function enqueue_job(task text, payload json, key text, run_at timestamptz, tries integer)
returns void language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  flags text[] := case
    when task = 'push' then array['push', 'push:' || (payload->>'companyId')]
    when task in ('acknowledge_rating', 'register_webhook', 'fetch_templates')
      then array['provider', 'provider:' || (payload->>'channelId')]
    end;
  company text := nullif(current_setting('app.company_id', true), '');
begin
  if json_typeof(payload) <> 'object' or octet_length(payload::text) > 65536 or task !~ '^[a-z][a-z_]{0,63}$'
      or (company is not null
        and coalesce(payload->>'companyId', case task when 'send_mail' then company end, '') <> company) then
    raise exception 'the job % is refused', left(task, 64) using errcode = 'check_violation';
  end if;
  perform graphile_worker.add_job(identifier := task, payload := payload, run_at := run_at, max_attempts := tries,
    job_key := key, flags := flags);
end $$;
revoke execute on function enqueue_job from public;
grant execute on function enqueue_job to parley_app, parley_system;
