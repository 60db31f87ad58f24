-- Agents who chose to be told what happens in a ticket as its handler is. A row counts while its agent may read the ticket.
create table ticket_follower (
  company_id uuid not null,
  ticket_id uuid not null,
  agent_id uuid not null,
  followed_on timestamptz(3) not null,
  primary key (company_id, ticket_id, agent_id),
  foreign key (company_id, ticket_id) references ticket,
  foreign key (company_id, agent_id) references agent (company_id, id)
);
alter table ticket_follower enable row level security;
alter table ticket_follower force row level security;
create policy own_company on ticket_follower to parley_app using (company_id = current_company()) with check (company_id = current_company());
create policy every_company on ticket_follower to parley_system using (true) with check (true);
grant select, insert, update, delete on ticket_follower to parley_app, parley_system;

-- The line's agent follows its ticket.
alter table notification add column followed boolean not null default false;
