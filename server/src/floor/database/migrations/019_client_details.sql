-- What a provider says of a client beside name and language. The country is ISO 3166-1 alpha-2 as the provider sends it.
alter table client_identity add column country text;
-- The picture's address at the provider, and the stored copy.
alter table client_identity add column avatar_ref text;
alter table client_identity add column avatar_key text;
-- The provider's time of its last report on whether the client can be written to: reports arrive out of order.
alter table client_identity add column reachability_on timestamptz(3);

-- Who was greeted on opening a conversation. The token names the report that was answered, so that its repeat is answered alike.
create table greeting (
  company_id uuid not null,
  channel_id uuid not null,
  external_id text not null,
  token text not null,
  greeted_on timestamptz(3) not null,
  primary key (company_id, channel_id, external_id),
  foreign key (company_id, channel_id) references channel on delete cascade
);
create index greeting_greeted on greeting (greeted_on);
alter table greeting enable row level security;
alter table greeting force row level security;
create policy own_company on greeting to parley_app using (company_id = current_company()) with check (company_id = current_company());
create policy every_company on greeting to parley_system using (true) with check (true);
grant select, insert, update, delete on greeting to parley_app, parley_system;
