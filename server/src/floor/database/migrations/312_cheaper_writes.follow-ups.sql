alter table ticket validate constraint ticket_fits;
alter table message validate constraint message_fits;
alter table event validate constraint event_fits;
