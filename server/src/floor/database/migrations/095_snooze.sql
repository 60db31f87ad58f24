-- A snoozed ticket is folded away in *Pending* until a time, or without one until the client writes. `back_why` says what ended it.
alter table ticket
  add column snoozed_on timestamptz,
  add column snoozed_until timestamptz,
  add column snoozed_by uuid,
  add column back_why text;
alter table ticket
  add foreign key (company_id, snoozed_by) references agent (company_id, id) not valid,
  add constraint ticket_back_why_check check (back_why in ('time', 'client')) not valid,
  add constraint ticket_snoozed_check check (snoozed_on is not null or (snoozed_until is null and snoozed_by is null)) not valid;
-- function: append_messages fbbbd163e7eb
