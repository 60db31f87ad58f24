-- The desk's reaction to a message, beside the client's, and why it did not reach the client.
alter table message
  add column agent_reaction text,
  add column agent_reaction_reason jsonb;

-- Reactions that wait to be sent. A ticket that has any says so, so that a claim of its messages asks for none in vain.
alter table ticket add column reactions_wait boolean not null default false;

create table queued_reaction (
  company_id uuid not null,
  message_id uuid not null,
  ticket_id uuid not null,
  channel_id uuid not null,
  -- Null: it is taken back.
  reaction text,
  -- What the client saw before.
  shown text,
  -- Raised when an agent changes it, so that the outcome of an earlier send settles no later one.
  version integer not null default 1,
  sending_until timestamptz(3),
  attempts integer not null default 0,
  next_attempt_on timestamptz(3),
  reason jsonb,
  created_on timestamptz(3) not null,
  primary key (company_id, message_id),
  foreign key (company_id, ticket_id) references ticket on delete cascade,
  foreign key (company_id, message_id) references message (company_id, id) on delete cascade,
  foreign key (company_id, channel_id) references channel
);
create index queued_reaction_ticket on queued_reaction (company_id, ticket_id);
alter table queued_reaction enable row level security;
alter table queued_reaction force row level security;
create policy own_company on queued_reaction to parley_app using (company_id = current_company()) with check (company_id = current_company());
create policy every_company on queued_reaction to parley_system using (true) with check (true);
grant select, insert, update, delete on queued_reaction to parley_app, parley_system;
