-- What a visitor's browser says of itself, and what the website's server vouches for beside name and address: a list of {name, value}.
alter table visitor add column time_zone text;
alter table visitor add column browser text;
alter table visitor add column about jsonb;
