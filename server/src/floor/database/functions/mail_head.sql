-- Answers what a search reads of a mail beside its text: the subject and everybody it names. Indexes hold it: after a change of it they
-- are built anew.
create or replace function mail_head(subject text, sender jsonb, to_list jsonb, cc_list jsonb, bcc_list jsonb)
returns text language sql immutable strict parallel safe
  return fold(subject || chr(10) || people_of(sender) || chr(10) || people_of(to_list) || chr(10) || people_of(cc_list)
    || chr(10) || people_of(bcc_list));
