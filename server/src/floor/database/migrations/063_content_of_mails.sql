-- Machines give every mail the same Message-ID. What a mail says tells a new one from a repeat; mails from before have none.
alter table message_mail add column content_hash text;
