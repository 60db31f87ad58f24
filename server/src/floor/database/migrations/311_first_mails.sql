-- A mail that begins a conversation waits without a ticket: the account over which it begins one when it leaves.
alter table outgoing alter column ticket_id drop not null;
alter table outgoing add column channel_id uuid;
alter table outgoing add constraint outgoing_channel foreign key (company_id, channel_id) references channel (company_id, id) not valid;
alter table outgoing add constraint outgoing_place check ((ticket_id is null) = (channel_id is not null)) not valid;
