-- The bucket of a length in milliseconds: each is a tenth longer than the one before, from a second on. The middle of a bucket, 1.1 to the
-- power of its number and a half, in seconds, is within five per cent of each length in it.
create or replace function figure_bucket(ms bigint) returns smallint language sql immutable
return floor(ln(greatest(ms, 1000) / 1000.0::float8) / ln(1.1::float8))::smallint;
