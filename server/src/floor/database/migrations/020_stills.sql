-- The still that a provider keeps of a video, until it is fetched.
alter table file add column still_ref text;
