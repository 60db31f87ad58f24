-- The rows of `figure_day` in which a fact counts.
create or replace function figure_grains(channel uuid, agent uuid, tags uuid[])
returns table (grain text, channel_id uuid, agent_id uuid, tag_id uuid) language sql immutable
set search_path = pg_catalog, public, pg_temp as $$
  select 'department', null::uuid, null::uuid, null::uuid
  union all select 'agent', channel, agent, null
  union all select 'tag', null, null, tag from unnest(tags) tag
$$;
revoke execute on function figure_grains from public;
grant execute on function figure_grains to parley_app, parley_system;
