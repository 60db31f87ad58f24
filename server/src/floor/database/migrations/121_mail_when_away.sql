-- When an agent's last console was closed.
create table absence (
  company_id uuid not null,
  agent_id uuid not null,
  left_on timestamptz not null,
  primary key (company_id, agent_id),
  foreign key (company_id, agent_id) references agent (company_id, id)
);

-- What an agent wants by mail and was not mailed yet: a line of the inbox, or a ticket that waits.
create table notice_mail (
  company_id uuid not null,
  agent_id uuid not null,
  about text not null check (about in ('notification', 'ticket')),
  subject_id uuid not null,
  primary key (company_id, agent_id, about, subject_id),
  foreign key (company_id, agent_id) references agent (company_id, id)
);

-- When a mail of it is due, null without any; and when the last one was queued.
create table notice_mail_due (
  company_id uuid not null,
  agent_id uuid not null,
  due_on timestamptz,
  mailed_on timestamptz,
  primary key (company_id, agent_id),
  foreign key (company_id, agent_id) references agent (company_id, id)
);
create index notice_mail_due_next on notice_mail_due (due_on) where due_on is not null;

do $$
declare t text;
begin
  foreach t in array array['absence', 'notice_mail', 'notice_mail_due'] loop
    execute format('alter table %I enable row level security', t);
    execute format('alter table %I force row level security', t);
    execute format('create policy own_company on %I to parley_app using (company_id = current_company()) with check (company_id = current_company())', t);
    execute format('create policy every_company on %I to parley_system using (true) with check (true)', t);
    execute format('grant select, insert, update, delete on %I to parley_app, parley_system', t);
  end loop;
end $$;
