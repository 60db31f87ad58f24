-- What an administrator chose for an account, in its module's own shape.
alter table channel add column options jsonb not null default '{}';
