-- Answers to visitors that go out as mails of an e-mail channel: which one, and their Message-ID.
alter table visitor_mail
  add column carrier_id uuid,
  add column message_ref text,
  add foreign key (company_id, carrier_id) references channel,
  add check ((carrier_id is null) = (message_ref is null));
create index visitor_mail_ref on visitor_mail (company_id, carrier_id, message_ref) where carrier_id is not null;
