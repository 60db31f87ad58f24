-- The process that made a claim runs no more. False without a claim.
create or replace function has_ended(process_id uuid) returns boolean language sql stable as $$
  select process_id is not null and not exists (select from process where process.id = process_id)
$$;
