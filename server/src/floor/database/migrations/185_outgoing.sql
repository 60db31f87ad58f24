-- Texts and files of agents that have not left yet. Each becomes a message, with its id and a number, only when it leaves; then its row goes.
-- Whatever counts, sends or shows messages does not know them.
create table outgoing (
  company_id uuid not null,
  id uuid not null,
  ticket_id uuid not null,
  agent_id uuid not null,
  created_on timestamptz(3) not null,
  -- It leaves in some seconds, unless it is taken back.
  held boolean not null default false,
  type text not null check (type in ('text', 'audio', 'image', 'document', 'video')),
  -- The text, or the caption of the file.
  content text not null check (length(content) <= 16000),
  file_id uuid,
  original_id uuid,
  -- The last message of the ticket that its writer had seen: what the client writes after it stops the text.
  seen_seq integer not null,
  -- When it leaves; null once it has stopped or was dropped.
  due_on timestamptz(3),
  -- When and why it did not leave: it waits for its writer.
  stopped_on timestamptz(3),
  stopped_why jsonb,
  -- The row stays for a day without text and file, so that a repeat of the call does not bring it back.
  dropped_on timestamptz(3),
  primary key (company_id, id),
  foreign key (company_id, ticket_id) references ticket,
  foreign key (company_id, agent_id) references agent (company_id, id),
  foreign key (company_id, file_id) references file,
  check (num_nonnulls(due_on, stopped_on, dropped_on) = 1),
  check ((stopped_on is null) = (stopped_why is null))
);
create index outgoing_due on outgoing (due_on) where due_on is not null;
create index outgoing_ticket on outgoing (company_id, ticket_id) where dropped_on is null;
create index outgoing_agent on outgoing (company_id, agent_id) where dropped_on is null;
create index outgoing_file on outgoing (company_id, file_id) where file_id is not null;
create index outgoing_dropped on outgoing (dropped_on) where dropped_on is not null;
alter table outgoing enable row level security;
alter table outgoing force row level security;
create policy own_company on outgoing to parley_app using (company_id = current_company()) with check (company_id = current_company());
create policy every_company on outgoing to parley_system using (true) with check (true);
grant select, insert, update, delete on outgoing to parley_app, parley_system;

-- Whether agents can take back what they send for some seconds; an agent's null means as the company has it.
alter table company add column take_back boolean not null default false;
alter table agent add column take_back boolean;

-- A line about a text that did not leave names it as its message.
alter table notification drop constraint notification_type_check;
alter table notification add constraint notification_type_check
  check (type in ('text', 'rating', 'channel', 'handover', 'failed', 'mention', 'takeover', 'outgoing')) not valid;
