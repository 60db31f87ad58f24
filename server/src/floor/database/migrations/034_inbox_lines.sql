-- One line per ticket or colleague: how many messages are unread, and who handed a ticket over.
alter table notification add column unread integer not null default 1;
alter table notification add column by_name text;
alter table notification drop constraint notification_type_check;
alter table notification add constraint notification_type_check check (type in ('text', 'rating', 'channel', 'handover'));
