-- Counts some tickets anew: what they counted before is taken from the days, what they count now is added. One at a time in a company, since
-- two would wait for each other's days.
create or replace function count_figures(company uuid, tickets uuid[]) returns void language plpgsql
set search_path = pg_catalog, public, pg_temp as $$
#variable_conflict use_column
declare
  before figure_span[];
begin
  perform pg_advisory_xact_lock(hashtextextended('figures ' || company, 0));
  select coalesce(array_agg(s), '{}') into before from figure_span s where s.company_id = company and s.ticket_id = any(tickets);
  delete from figure_span s where s.company_id = company and s.ticket_id = any(tickets);
  insert into figure_span (company_id, ticket_id, span, department_id, channel_id, tags, first_day, last_day, waits, facts)
    select company, f.ticket_id, f.span, f.department_id, f.channel_id, f.tags, min(f.day), max(f.day),
      sum(case f.measure when 15 then f.count when 16 then -f.count else 0 end) > 0,
      array_agg((f.day, f.agent_id, f.measure, f.bucket, f.count)::figure_fact order by f.day, f.measure, f.bucket, f.agent_id)
    from figure_facts(company, tickets) f group by f.ticket_id, f.span, f.department_id, f.channel_id, f.tags;
  insert into figure_day (company_id, grain, day, department_id, channel_id, agent_id, tag_id, measure, bucket, count)
    select company, g.grain, c.day, g.department_id, g.channel_id, g.agent_id, g.tag_id, c.measure, c.bucket, sum(c.count)
    from (
      select s.department_id, s.channel_id, s.tags, f.day, f.agent_id, f.measure, f.bucket, -f.count as count
        from unnest(before) s cross join unnest(s.facts) f
      union all select s.department_id, s.channel_id, s.tags, f.day, f.agent_id, f.measure, f.bucket, f.count
        from figure_span s cross join unnest(s.facts) f where s.company_id = company and s.ticket_id = any(tickets)) c
    cross join lateral figure_grains(c.department_id, c.channel_id, c.agent_id, c.tags, c.measure) g
    group by g.grain, c.day, g.department_id, g.channel_id, g.agent_id, g.tag_id, c.measure, c.bucket having sum(c.count) <> 0
    on conflict (company_id, grain, day, department_id, channel_id, agent_id, tag_id, measure, bucket)
      do update set count = figure_day.count + excluded.count;
end $$;
revoke execute on function count_figures from public;
grant execute on function count_figures to parley_app, parley_system;
