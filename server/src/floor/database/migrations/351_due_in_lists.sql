-- The due moment of a ticket in lists, live: whether a clock pauses, and what a message leaves of the goals.
alter table ticket add column goal_paused boolean;

alter table view drop constraint view_sort_check;
alter table view add constraint view_sort_check check (sort in ('activity', 'waiting', 'due')) not valid;

drop function append_messages, receive_messages, receive_visitor_message;
-- function: append_messages e48fe1cc9826
-- function: receive_messages 45e99a0ecf00
-- function: receive_visitor_message 804cdfac455c
-- function: keep_goals e484f76ca0f4

-- Open tickets are dated anew, so that they say whether they pause.
-- Few rows: a company has fifty policies at most.
insert into goal_redate (company_id, version, after, due_on)
  select distinct company_id, 1, '00000000-0000-0000-0000-000000000000'::uuid, now() from goal_policy
  on conflict (company_id) do update set version = goal_redate.version + 1, after = excluded.after, due_on = excluded.due_on;
