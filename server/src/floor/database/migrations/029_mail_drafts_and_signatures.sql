-- What a mail's draft has beyond its text: kind, recipients, subject, HTML, files.
alter table draft add column mail jsonb check (octet_length(mail::text) <= 1048576);

-- HTML with variables, put below the mails that are sent. A department's stands below its agent's own.
alter table agent add column signature text not null default '' check (length(signature) <= 20000);
alter table department add column signature text not null default '' check (length(signature) <= 20000);
