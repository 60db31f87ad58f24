-- The few deleted tickets, by which they are listed and their rows removed.
create index concurrently ticket_deleted on ticket (company_id, deleted_on) where deleted_on is not null;

-- By these a ticket's rows are found, or that no other row names them.
create index concurrently file_ticket on file (company_id, ticket_id) where ticket_id is not null;
create index concurrently notification_ticket on notification (company_id, ticket_id) where ticket_id is not null;
create index concurrently pin_message on pin (company_id, message_id);
create index concurrently message_mail_raw_file on message_mail (company_id, raw_file_id) where raw_file_id is not null;
create index concurrently message_mail_html_file on message_mail (company_id, html_file_id) where html_file_id is not null;
create index concurrently private_message_file on private_message (company_id, file_id) where file_id is not null;

-- No ticket of before is deleted.
alter table ticket validate constraint ticket_company_id_deleted_by_fkey;
