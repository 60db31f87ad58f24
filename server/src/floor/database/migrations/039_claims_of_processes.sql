-- Which process sends. When that process has ended, its claim ends before `sending_until`.
alter table message add column sending_by uuid;
alter table queued_reaction add column sending_by uuid;

create function has_ended(process_id uuid) returns boolean language sql stable as $$
  select process_id is not null and not exists (select from process where process.id = process_id)
$$;
