create index concurrently ticket_due on ticket (company_id, goal_due_on) where goal_due_on is not null;

create index concurrently ticket_goal_policy on ticket (company_id, goal_policy_id) where goal_policy_id is not null;

alter table ticket validate constraint ticket_company_id_goal_policy_id_fkey;
alter table notification validate constraint notification_type_check;
