-- Figures: what happened in tickets, counted by day. Each table holds the same facts; a query reads the smallest that has what it asks.
create type figure_fact as (day date, agent_id uuid, measure smallint, bucket smallint, count integer);

-- What is counted of one span of a ticket, from its opening or reopening until the next; narrow, since it is kept for each.
create table figure_span (
  company_id uuid not null,
  -- Without a reference to the ticket: the worker that counts would wait for whoever changes it.
  ticket_id uuid not null,
  span integer not null check (span > 0),
  department_id uuid not null,
  channel_id uuid not null,
  -- Those at the closing, of an open ticket those it has.
  tags uuid[] not null,
  first_day date not null,
  last_day date not null,
  facts figure_fact[] not null,
  primary key (company_id, ticket_id, span),
  foreign key (company_id, department_id) references department,
  foreign key (company_id, channel_id) references channel
);
create index figure_span_days on figure_span (company_id, last_day);
create index figure_span_department on figure_span (company_id, department_id);
create index figure_span_channel on figure_span (company_id, channel_id);

-- The sums of facts by day: of a department, of an account and an agent in it, of a tag in it.
create table figure_day (
  company_id uuid not null,
  grain text not null check (grain in ('department', 'agent', 'tag')),
  day date not null,
  department_id uuid not null,
  channel_id uuid,
  agent_id uuid,
  tag_id uuid,
  measure smallint not null,
  bucket smallint not null,
  count integer not null,
  foreign key (company_id, department_id) references department,
  foreign key (company_id, channel_id) references channel,
  foreign key (company_id, agent_id) references agent (company_id, id),
  foreign key (company_id, tag_id) references tag
);
create unique index figure_day_key on figure_day
  (company_id, grain, day, department_id, channel_id, agent_id, tag_id, measure, bucket) nulls not distinct;
create index figure_day_department on figure_day (company_id, department_id);
create index figure_day_channel on figure_day (company_id, channel_id) where channel_id is not null;
create index figure_day_agent on figure_day (company_id, agent_id) where agent_id is not null;
create index figure_day_tag on figure_day (company_id, tag_id) where tag_id is not null;

-- Tickets to be counted anew.
create table figure_due (
  company_id uuid not null references company,
  ticket_id uuid not null,
  due_on timestamptz(3) not null,
  primary key (company_id, ticket_id)
);
create index figure_due_next on figure_due (due_on);

-- Companies of which each ticket is to be counted, from the first id after `after`.
create table figure_fill (
  company_id uuid primary key references company,
  -- Counts the requests: one that comes meanwhile is not lost.
  version integer not null,
  after uuid not null
);

do $$
declare t text;
begin
  foreach t in array array['figure_span', 'figure_day', 'figure_due', 'figure_fill'] loop
    execute format('alter table %I enable row level security', t);
    execute format('alter table %I force row level security', t);
    execute format('create policy own_company on %I to parley_app using (company_id = current_company()) with check (company_id = current_company())', t);
    execute format('create policy every_company on %I to parley_system using (true) with check (true)', t);
    execute format('grant select, insert, update, delete on %I to parley_app, parley_system', t);
  end loop;
end $$;

insert into figure_fill (company_id, version, after)
  select company_id, 1, '00000000-0000-0000-0000-000000000000' from company;
-- function: count_figures 21f7a552dba9
-- function: figure_bucket 282ef86d965e
-- function: figure_facts 4916e99fc0da
-- function: figure_grains 0ee471a66527
