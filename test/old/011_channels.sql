-- An open conversation is (channel, thread). A messenger's thread is the client's identity; other channels may hold several
-- conversations with one client at once.
alter table ticket add column thread text;

-- Who wrote a message, by the provider's id of them: the ticket's client or a participant. Null: an agent or Parley.
alter table message add column author text;

-- Further people of a conversation, besides its client.
create table participant (
  company_id uuid not null,
  ticket_id uuid not null,
  external_id text not null,
  name text not null,
  created_on timestamptz(3) not null,
  primary key (company_id, ticket_id, external_id),
  foreign key (company_id, ticket_id) references ticket
);
alter table participant enable row level security;
alter table participant force row level security;
create policy own_company on participant to parley_app using (company_id = current_company()) with check (company_id = current_company());
create policy every_company on participant to parley_system using (true) with check (true);
grant select, insert, update, delete on participant to parley_app, parley_system;

-- Where a channel stands in its provider's stream, in a shape of its own. Null: at the beginning.
alter table channel add column place jsonb;
-- To within a few seconds: when something last came in and when the provider last took a message.
alter table channel add column last_in_on timestamptz(3);
alter table channel add column last_out_on timestamptz(3);

do $$
begin
  set local role parley_system;
  update ticket set thread = client_external_id;
  update message m set author = t.client_external_id from ticket t
    where t.company_id = m.company_id and t.id = m.ticket_id and not m.is_agent;
  update channel set place = jsonb_build_object('offset', poll_cursor) where poll_cursor <> 0;
  reset role;
end $$;

alter table ticket alter column thread set not null;
alter table channel drop column poll_cursor;
-- The list of platforms is the code's: the contract names them, the registry of channels speaks them.
alter table channel drop constraint channel_platform_check;

drop index ticket_open;
create unique index ticket_open on ticket (company_id, channel_id, thread) where closed_on is null;
drop index ticket_last_of_client;
create index ticket_last_of_thread on ticket (company_id, channel_id, thread, created_on desc);
