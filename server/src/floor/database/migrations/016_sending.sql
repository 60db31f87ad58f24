-- Receipts of messages that are not recorded as sent yet, by the provider's id of the message. They are applied when the
-- message gets that id, and removed after a quarter of an hour.
create table early_receipt (
  company_id uuid not null,
  channel_id uuid not null,
  external_id text not null,
  status text not null check (status in ('sent', 'failed', 'delivered', 'read')),
  reason jsonb,
  created_on timestamptz(3) not null,
  primary key (company_id, channel_id, external_id),
  foreign key (company_id, channel_id) references channel
);
create index early_receipt_age on early_receipt (company_id, channel_id, created_on);
alter table early_receipt enable row level security;
alter table early_receipt force row level security;
create policy own_company on early_receipt to parley_app using (company_id = current_company()) with check (company_id = current_company());
create policy every_company on early_receipt to parley_system using (true) with check (true);
grant select, insert, update, delete on early_receipt to parley_app, parley_system;

-- The provider asked the account to send nothing until then.
alter table channel add column sends_from timestamptz(3);
