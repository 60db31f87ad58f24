alter table outgoing validate constraint outgoing_channel;
alter table outgoing validate constraint outgoing_place;
