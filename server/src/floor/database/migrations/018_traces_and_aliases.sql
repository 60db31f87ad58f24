-- Another id of the same person at the provider, such as the phone number beside a user id.
alter table client_identity add column alias text;
create index client_identity_alias on client_identity (company_id, channel_id, alias) where alias is not null;

-- Traces of messages: of a kind that the provider does not hand over, or taken back by the client. Existing rows keep the
-- narrower rule they were written under, so they are not read again.
alter table message drop constraint message_type_check;
alter table message add constraint message_type_check check
  (type in ('text', 'audio', 'image', 'document', 'video', 'rating', 'close', 'reopen', 'location', 'unsupported', 'deleted'))
  not valid;
