-- Administrators who want the figures by mail, each Monday. The row says up to which week it was sent: it moves in the transaction that queues
-- the mail, so that each week is sent once.
create table figure_mail (
  company_id uuid not null,
  agent_id uuid not null,
  -- The Monday of that week.
  mailed_week date not null,
  primary key (company_id, agent_id),
  foreign key (company_id, agent_id) references agent (company_id, id)
);
alter table figure_mail enable row level security;
alter table figure_mail force row level security;
create policy own_company on figure_mail to parley_app using (company_id = current_company()) with check (company_id = current_company());
create policy every_company on figure_mail to parley_system using (true) with check (true);
grant select, insert, update, delete on figure_mail to parley_app, parley_system;
