-- A receipt that comes before its send is recorded is kept as an early event. Processes of the version before write early_receipt, which the
-- sweep empties; a later version drops it.
-- Few rows: an account has at most a thousand, and none is older than a quarter of an hour.
alter table early_event drop constraint early_event_kind_check;
-- Few rows: as above.
alter table early_event add constraint early_event_kind_check check (kind in ('edit', 'delete', 'reaction', 'quote', 'receipt'));
drop index early_event_age;
-- Few rows: as above. Receipts are counted apart.
create index early_event_age on early_event (company_id, channel_id, (kind = 'receipt'), created_on);
