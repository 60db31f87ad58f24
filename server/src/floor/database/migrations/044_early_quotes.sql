-- Also a message that quotes one which is not stored yet: external_id is its own, the event names the quoted one.
alter table early_event drop constraint early_event_kind_check;
alter table early_event add constraint early_event_kind_check check (kind in ('edit', 'delete', 'reaction', 'quote'));
