alter table ticket add column priority text not null default 'normal';
alter table ticket add constraint ticket_priority_check check (priority in ('low', 'normal', 'high', 'urgent')) not valid;
