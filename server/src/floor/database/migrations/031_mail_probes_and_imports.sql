-- Mails that the desk sends to its own mailbox, to see whether they come back.
create table mail_probe (
  company_id uuid not null,
  id uuid not null,
  channel_id uuid not null,
  -- `test`: to the mailbox's address. `reply`, `bounce`: to such an address with a plus.
  kind text not null check (kind in ('test', 'reply', 'bounce')),
  agent_id uuid not null,
  -- That took the mail.
  server text not null,
  sent_on timestamptz(3) not null,
  returned_on timestamptz(3),
  failed_on timestamptz(3),
  primary key (company_id, id),
  foreign key (company_id, channel_id) references channel,
  foreign key (company_id, agent_id) references agent
);
create index mail_probe_waiting on mail_probe (sent_on) where returned_on is null and failed_on is null;
create index mail_probe_channel on mail_probe (company_id, channel_id, sent_on);

-- Older mail that an administrator has fetched into closed tickets.
create table mail_import (
  company_id uuid not null,
  id uuid not null,
  channel_id uuid not null,
  days smallint not null,
  folders text[] not null,
  -- The tickets stay open.
  leaves_open boolean not null default false,
  -- The mail it stands behind: {on, folder, uid}.
  position jsonb,
  -- Null until the folders were searched.
  found integer,
  taken integer not null default 0,
  -- There already, our own, or of a blocked client.
  skipped integer not null default 0,
  -- Could not be read.
  unread integer not null default 0,
  started_by uuid not null,
  started_on timestamptz(3) not null,
  ended_on timestamptz(3),
  cancelled boolean not null default false,
  primary key (company_id, id),
  foreign key (company_id, channel_id) references channel,
  foreign key (company_id, started_by) references agent
);
create unique index mail_import_running on mail_import (company_id, channel_id) where ended_on is null;
create index mail_import_channel on mail_import (company_id, channel_id, started_on);

do $$
declare t text;
begin
  foreach t in array array['mail_probe', 'mail_import'] loop
    execute format('alter table %I enable row level security', t);
    execute format('alter table %I force row level security', t);
    execute format('create policy own_company on %I to parley_app using (company_id = current_company()) with check (company_id = current_company())', t);
    execute format('create policy every_company on %I to parley_system using (true) with check (true)', t);
    execute format('grant select, insert, update, delete on %I to parley_app, parley_system', t);
  end loop;
end $$;

-- Made by an import of older mail. Null: no.
alter table ticket add column imported boolean;

-- When another server reported that it did not arrive.
alter table message_mail add column bounced_on timestamptz(3);
create index message_mail_bounced on message_mail (company_id, bounced_on) where bounced_on is not null;
