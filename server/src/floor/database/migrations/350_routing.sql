-- Routing: a department's waiting tickets are offered to its agents.
create table routing (
  company_id uuid not null,
  department_id uuid not null,
  mode text not null check (mode in ('off', 'round_robin', 'least_open')),
  offer_minutes integer not null check (offer_minutes between 1 and 1440),
  -- 0: nobody is preferred for having handled the client's last ticket.
  previous_days integer not null check (previous_days between 0 and 365),
  grace_seconds integer not null check (grace_seconds between 0 and 3600),
  -- A ticket of a platform takes so much of an agent's capacity; 1 where it is not named.
  weights jsonb not null,
  primary key (company_id, department_id),
  foreign key (company_id, department_id) references department (company_id, id)
);

-- A row says what an agent may be offered. Without one the agent has the usual capacity, and neither languages nor skills.
create table agent_routing (
  company_id uuid not null,
  agent_id uuid not null,
  capacity integer not null check (capacity between 0 and 1000),
  -- ISO 639-1.
  languages text[] not null,
  -- Tags: a ticket with one of them goes to an agent with that skill.
  skills uuid[] not null,
  shift jsonb,
  primary key (company_id, agent_id),
  foreign key (company_id, agent_id) references agent (company_id, id)
);

-- Agents who are away. `cover_id` takes over meanwhile.
create table agent_away (
  company_id uuid not null,
  agent_id uuid not null,
  away_on timestamptz(3) not null,
  away_by uuid not null,
  cover_id uuid check (cover_id <> agent_id),
  primary key (company_id, agent_id),
  foreign key (company_id, agent_id) references agent (company_id, id),
  foreign key (company_id, away_by) references agent (company_id, id),
  foreign key (company_id, cover_id) references agent (company_id, id)
);
create index agent_away_by on agent_away (company_id, away_by);
create index agent_away_cover on agent_away (company_id, cover_id) where cover_id is not null;

-- Offers of tickets, and why each was made. At most one of a ticket is open.
create table ticket_offer (
  company_id uuid not null,
  ticket_id uuid not null,
  -- The order of all offers: those of one moment too.
  turn bigint not null generated always as identity,
  agent_id uuid not null,
  offered_on timestamptz(3) not null,
  until timestamptz(3) not null,
  why jsonb not null,
  ended_on timestamptz(3),
  ended text check (ended in ('accepted', 'taken', 'lapsed', 'left', 'away', 'shift_over', 'gone', 'not_waiting', 'off')),
  primary key (company_id, ticket_id, turn),
  check ((ended_on is null) = (ended is null)),
  foreign key (company_id, ticket_id) references ticket,
  foreign key (company_id, agent_id) references agent (company_id, id)
);
create unique index ticket_offer_open on ticket_offer (company_id, ticket_id) where ended_on is null;
create index ticket_offer_of_agent on ticket_offer (company_id, agent_id, turn desc);
create index ticket_offer_old on ticket_offer (ended_on) where ended_on is not null;

do $$
declare t text;
begin
  foreach t in array array['routing', 'agent_routing', 'agent_away', 'ticket_offer'] loop
    execute format('alter table %I enable row level security', t);
    execute format('alter table %I force row level security', t);
    execute format('create policy own_company on %I to parley_app using (company_id = current_company()) with check (company_id = current_company())', t);
    execute format('create policy every_company on %I to parley_system using (true) with check (true)', t);
    execute format('grant select, insert, update, delete on %I to parley_app, parley_system', t);
  end loop;
end $$;

alter table notification drop constraint notification_type_check;
alter table notification add constraint notification_type_check
  check (type in ('text', 'rating', 'channel', 'handover', 'failed', 'mention', 'takeover', 'outgoing', 'webhook', 'rule', 'goal',
    'offer')) not valid;
