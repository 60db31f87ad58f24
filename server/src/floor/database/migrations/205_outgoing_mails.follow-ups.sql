alter table outgoing validate constraint outgoing_one_state;

-- The worker asks it each second which mails leave now.
create index concurrently outgoing_mail_due on outgoing (mail_due_on) where mail_due_on is not null;
