-- Jobs that wait on a push service or a provider carry flags: their kind, and the company or account. The worker limits
-- how many of each run at once (worker/places.ts).
create or replace function enqueue_job(task text, payload json, key text, run_at timestamptz, tries integer)
returns void language plpgsql security definer set search_path = pg_catalog, public as $$
declare flags text[] := case
  when task = 'push' then array['push', 'push:' || (payload->>'companyId')]
  when task in ('acknowledge_rating', 'register_webhook', 'fetch_templates')
    then array['provider', 'provider:' || (payload->>'channelId')]
  end;
begin
  perform graphile_worker.add_job(identifier := task, payload := payload, run_at := run_at, max_attempts := tries,
    job_key := key, flags := flags);
end $$;
