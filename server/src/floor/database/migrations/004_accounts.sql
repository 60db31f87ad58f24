-- Getting in: codes by mail, grants, two-step sign-in, the history of sign-ins, mail on its way.

-- A six-digit code that was mailed. One lives per address and purpose; the address is kept as its SHA-256.
create table mail_code (
  purpose text not null check (purpose in ('registration', 'password_reset')),
  account bytea not null,
  code_hash bytea not null,
  -- SHA-256 of the cookie of the browser that asked for it: no other may use it.
  browser bytea not null,
  tries integer not null default 0,
  sent_on timestamptz(3) not null,
  expires_on timestamptz(3) not null,
  primary key (purpose, account)
);
create index mail_code_expiry on mail_code (expires_on);

-- What a right code earned: a cookie's SHA-256, for one address and one purpose, once.
create table mail_grant (
  token_hash bytea primary key,
  purpose text not null check (purpose in ('registration', 'password_reset')),
  account bytea not null,
  expires_on timestamptz(3) not null
);
create index mail_grant_expiry on mail_grant (expires_on);

-- Mail on its way. What it says is sealed, for it may hold a code, and is gone once a mail server has it.
create table mail (
  id uuid primary key default gen_random_uuid(),
  address text not null,
  sealed bytea,
  created_on timestamptz(3) not null,
  -- Later it is of no use to anybody: a code has expired.
  until_on timestamptz(3) not null,
  next_attempt_on timestamptz(3) not null,
  -- Somebody is at it. Past it, they died over it.
  sending_until timestamptz(3),
  sent_on timestamptz(3),
  failed_on timestamptz(3),
  attempts integer not null default 0,
  reason text
);
create index mail_waiting on mail (next_attempt_on) where sent_on is null and failed_on is null;
create index mail_created on mail (created_on);

-- How often somebody did what may be done only so often, since when. The key is the SHA-256 of who and what.
create table rate_count (
  key bytea primary key,
  count integer not null,
  until_on timestamptz(3) not null
);
create index rate_count_until on rate_count (until_on);

-- What a session is called where its agent ends it: the token's hash stays between the browser and us.
alter table session add column id uuid not null default gen_random_uuid();
create unique index session_id on session (company_id, id);

-- Each try to sign in to an account that exists.
create table sign_in (
  company_id uuid not null,
  id bigint generated always as identity,
  agent_id uuid not null,
  time timestamptz(3) not null,
  outcome text not null check (outcome in ('signed_in', 'wrong_password', 'wrong_code', 'disabled')),
  address text not null,
  user_agent text not null,
  primary key (company_id, id),
  foreign key (company_id, agent_id) references agent on delete cascade
);
create index sign_in_agent on sign_in (company_id, agent_id, id desc);
create index sign_in_time on sign_in (time);

-- The second step: a TOTP secret (RFC 6238), sealed. It counts once it was confirmed with a code.
create table two_step (
  company_id uuid not null,
  agent_id uuid not null,
  sealed bytea not null,
  created_on timestamptz(3) not null,
  confirmed_on timestamptz(3),
  -- The last time step a code was taken for: a code works once.
  last_step bigint not null default 0,
  primary key (company_id, agent_id),
  foreign key (company_id, agent_id) references agent on delete cascade
);

create table recovery_code (
  company_id uuid not null,
  agent_id uuid not null,
  code_hash bytea not null,
  used_on timestamptz(3),
  primary key (company_id, agent_id, code_hash),
  foreign key (company_id, agent_id) references agent on delete cascade
);

-- Between the right password and the second step. The cookie's SHA-256; five tries.
create table sign_in_challenge (
  token_hash bytea primary key,
  company_id uuid not null,
  agent_id uuid not null,
  tries integer not null default 0,
  expires_on timestamptz(3) not null,
  foreign key (company_id, agent_id) references agent on delete cascade
);
create index sign_in_challenge_expiry on sign_in_challenge (expires_on);

-- Everyone of the company must have a second step.
alter table company add column two_step_required_on timestamptz(3);
-- The first steps of a new company were gone through or skipped.
alter table company add column set_up_on timestamptz(3);
-- As given at the registration: a country by its two letters (ISO 3166-1), 'N/A' for no number.
alter table company add column country text check (country ~ '^[A-Z]{2}$');
alter table company add column phone text check (length(phone) <= 50);

do $$
declare t text;
begin
  foreach t in array array['sign_in', 'two_step', 'recovery_code', 'sign_in_challenge'] loop
    execute format('alter table %I enable row level security', t);
    execute format('alter table %I force row level security', t);
    execute format('create policy own_company on %I to parley_app using (company_id = current_company()) with check (company_id = current_company())', t);
    execute format('create policy every_company on %I to parley_system using (true) with check (true)', t);
    execute format('grant select, insert, update, delete on %I to parley_app, parley_system', t);
  end loop;
end $$;
grant select, insert, update, delete on mail_code, mail_grant, mail, rate_count to parley_system;
-- What tells of a change commits with the change; who restricted work is for may add a mail, never read one.
grant insert on mail to parley_app;
