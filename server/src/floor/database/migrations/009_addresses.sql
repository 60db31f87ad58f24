-- An address counts once it was confirmed by mail. Invitations, and addresses that wait to be confirmed.

alter table agent add column email_confirmed_on timestamptz(3);
-- Agents of before sign in as they did: they are not asked for a code.
set local role parley_system;
update agent set email_confirmed_on = created_on;
reset role;

-- A confirmed address is one account across companies; an unconfirmed one keeps no other company from using it.
drop index agent_email;
create unique index agent_email_of_company on agent (company_id, lower(email));
create unique index agent_email on agent (lower(email)) where email_confirmed_on is not null;
create index agent_email_any on agent (lower(email));

-- What a challenge leads to: the code of an app, or the code that was mailed to an address not yet confirmed.
alter table sign_in_challenge add column step text not null default 'second_step'
  check (step in ('second_step', 'address'));

alter table mail_code drop constraint mail_code_purpose_check;
alter table mail_code add constraint mail_code_purpose_check
  check (purpose in ('registration', 'password_reset', 'address'));
-- Set where an administrator sent the grant: it counts for this account alone.
alter table mail_grant add column company_id uuid;
alter table mail_grant add column agent_id uuid;
alter table mail_grant add foreign key (company_id, agent_id) references agent on delete cascade;
-- It commits with the audit entry that tells of it.
grant insert on mail_grant to parley_app;

-- The address an agent wants, until a code that was mailed there confirms it.
create table address_change (
  company_id uuid not null,
  agent_id uuid not null,
  email text not null check (length(email) <= 254),
  asked_on timestamptz(3) not null,
  primary key (company_id, agent_id),
  foreign key (company_id, agent_id) references agent on delete cascade
);
create index address_change_asked on address_change (asked_on);

create table invitation (
  company_id uuid not null references company,
  id uuid not null default gen_random_uuid(),
  email text not null check (length(email) <= 254),
  first_name text not null,
  last_name text not null,
  department_id uuid not null,
  role text check (role in ('admin', 'moderator')),
  -- SHA-256 of the token in the mail's link. Sending again makes a new one.
  token_hash bytea not null,
  -- Who sent it last, and when: it counts while they are an active administrator.
  invited_by uuid not null,
  sent_on timestamptz(3) not null,
  expires_on timestamptz(3) not null,
  created_on timestamptz(3) not null,
  accepted_on timestamptz(3),
  -- The agent it made.
  agent_id uuid,
  withdrawn_on timestamptz(3),
  withdrawn_by uuid,
  primary key (company_id, id),
  foreign key (company_id, department_id) references department,
  foreign key (company_id, invited_by) references agent,
  foreign key (company_id, agent_id) references agent
);
create unique index invitation_open on invitation (company_id, lower(email))
  where accepted_on is null and withdrawn_on is null;
create unique index invitation_token on invitation (token_hash);

do $$
declare t text;
begin
  foreach t in array array['address_change', 'invitation'] loop
    execute format('alter table %I enable row level security', t);
    execute format('alter table %I force row level security', t);
    execute format('create policy own_company on %I to parley_app using (company_id = current_company()) with check (company_id = current_company())', t);
    execute format('create policy every_company on %I to parley_system using (true) with check (true)', t);
    execute format('grant select, insert, update, delete on %I to parley_app, parley_system', t);
  end loop;
end $$;
