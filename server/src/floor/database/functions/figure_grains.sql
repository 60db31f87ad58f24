-- The rows of `figure_day` in which a fact counts. Those of a person leave out what no table of agents shows.
create or replace function figure_grains(department uuid, channel uuid, agent uuid, tags uuid[], measure smallint)
returns table (grain text, department_id uuid, channel_id uuid, agent_id uuid, tag_id uuid) language sql immutable
set search_path = pg_catalog, public, pg_temp as $$
  select 'company', null::uuid, null::uuid, null::uuid, null::uuid
  union all select 'person', null, null, agent, null where agent is not null and measure in (4, 5, 6, 7, 9, 10, 13, 14)
  union all select 'department', department, null, null, null
  union all select 'agent', department, channel, agent, null
  union all select 'tag', department, null, null, tag from unnest(tags) tag
$$;
revoke execute on function figure_grains from public;
grant execute on function figure_grains to parley_app, parley_system;
