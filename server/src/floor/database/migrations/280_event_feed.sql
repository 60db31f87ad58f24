-- The ledger's epoch: places of another one mean nothing here. A restore begins another.
create table ledger_epoch (
  one boolean primary key default true check (one),
  epoch uuid not null default gen_random_uuid()
);
insert into ledger_epoch default values;
grant select on ledger_epoch to parley_app;
grant select, update on ledger_epoch to parley_system;

-- function: append_messages 4302fcf9687a
