-- The facts of some tickets, from the ledger, their messages and their own rows. Spam, deleted and merged tickets are in no figure.
-- Measures: 1 opened, 2 reopened, 3 received (the bucket is the hour), 4 sent, 5 closed, 6 rated (twice the stars, and one for words),
-- 7 and 8 time to accept, 9 and 10 to the first answer, 11 and 12 to close (the bucket is `figure_bucket`'s, by the clock and in opening
-- hours), 13 goals met, 14 goals missed (1 first, 2 next, 3 solved), 15 began to wait for an agent, 16 waits no more (the bucket is the
-- hour). What programs, rules and the desk send is neither sent nor an answer.
create or replace function figure_facts(company uuid, tickets uuid[])
returns table (ticket_id uuid, span integer, department_id uuid, channel_id uuid, tags uuid[], day date, agent_id uuid, measure smallint,
  bucket smallint, count integer)
language sql stable
set search_path = pg_catalog, public, pg_temp set enable_seqscan = off as $$
  with counted as materialized (
    select t.*, c.time_zone as zone, coalesce(t.handler_id, t.closed_by) as handler, hours_owner(company, t.department_id) as hours
    from ticket t join company c on c.company_id = t.company_id
    where t.company_id = company and t.id = any(tickets) and not is_spam(t.closed_on, t.spam_on) and t.deleted_on is null
      and t.merged_into is null),
  happened as materialized (
    select e.subject_id as id, e.kind, e.time, e.number, e.facts from counted t
    join event e on e.company_id = company and e.subject_type = 'ticket' and e.subject_id = t.id
      and e.kind in ('ticket_reopen', 'ticket_accept', 'ticket_close', 'ticket_rating', 'ticket_tag', 'ticket_reassign', 'ticket_take_over',
        'ticket_release')),
  began as (
    select id, created_on as time, begun_by is not null as by_agent from counted
    union all select id, time, facts ->> 'agent' is not null from happened where kind = 'ticket_reopen'),
  ordered as (
    select b.id, b.time, b.by_agent, row_number() over written::integer as span, lead(b.time) over written as next_on
    from began b window written as (partition by b.id order by b.time)),
  -- A ticket that was closed by other means than its verb has no event.
  closings as (
    select id, time, (facts ->> 'agent')::uuid as agent, number from happened where kind = 'ticket_close'
    union all select t.id, t.closed_on, t.closed_by, null from counted t where t.closed_on is not null
      and not exists (select from happened h where h.id = t.id and h.kind = 'ticket_close'
        and h.time >= coalesce(t.reopened_on, t.created_on))),
  acceptances as (
    select id, time, (facts ->> 'agent')::uuid as agent from happened where kind = 'ticket_accept'
    union all select id, accepted_on, accepted_by from counted where accepted_on is not null),
  ratings as (
    select id, time, (facts ->> 'agent')::uuid as agent, (facts ->> 'rating')::integer as stars, number from happened
      where kind = 'ticket_rating'
    union all select t.id, t.rated_on, t.handler, t.rating, 0 from counted t where t.rated_on is not null and t.rating is not null
      and not exists (select from happened h where h.id = t.id and h.kind = 'ticket_rating')),
  -- It waits while it is open and has no handler; the last turn leaves it as it is now.
  turned as (
    select id, time, number, case when row_number() over (partition by id order by time desc, number desc nulls first) = 1
      then now_waits else waits end as waits
    from (
      select id, created_on as time, -1::bigint as number, begun_by is null as waits from counted
      union all select id, accepted_on, 0, false from counted where accepted_on is not null
      union all select id, time, number, false from closings
      union all select id, time, number, kind <> 'ticket_accept'
        and facts ->> case kind when 'ticket_reopen' then 'handler' else 'to_handler' end is null
        from happened where kind in ('ticket_accept', 'ticket_reopen', 'ticket_reassign', 'ticket_take_over', 'ticket_release')) turns
    join (select id, closed_on is null and handler_id is null as now_waits from counted) t using (id)),
  waited as (
    select id, time, waits from (
      select id, time, waits, lag(waits, 1, false) over (partition by id order by time, number nulls last) as waited from turned) changes
    where waits <> waited),
  spans as materialized (
    select t.id, t.department_id, t.channel_id, t.zone, t.hours, o.span, o.time as from_on, o.next_on, o.by_agent, c.time as closed_on,
      c.agent as closed_by, coalesce(case when o.next_on is null then t.handler end, c.agent) as handler,
      (select coalesce(array_agg(tag order by tag), '{}') from (
        select distinct on (tag) tag, present from (
          select x::uuid as tag, false as present, h.number from happened h
            cross join jsonb_array_elements_text(h.facts -> 'added') x where h.id = t.id and h.kind = 'ticket_tag' and h.time > c.time
          union all select x::uuid, true, h.number from happened h
            cross join jsonb_array_elements_text(h.facts -> 'removed') x where h.id = t.id and h.kind = 'ticket_tag' and h.time > c.time
          union all select tag_id, true, null from ticket_tag g where g.company_id = company and g.ticket_id = t.id) later
        order by tag, number nulls last) known
        where present and exists (select from tag where tag.company_id = company and tag.id = known.tag and tag.deleted_on is null)) as tags
    from counted t join ordered o on o.id = t.id
    left join lateral (select * from closings k where k.id = t.id and k.time >= o.time and (o.next_on is null or k.time < o.next_on)
      order by k.time limit 1) c on true),
  written as materialized (
    select s.id, s.span, s.handler, s.zone, m.is_agent, m.agent_id, m.created_on, m.seq, m.type, m.caption
    from spans s join message m on m.company_id = company and m.ticket_id = s.id and m.split_from is null
      and (s.span = 1 or m.created_on >= s.from_on) and (s.next_on is null or m.created_on < s.next_on)
      and m.type not in ('close', 'reopen') and (not m.is_agent or (m.agent_id is not null and m.purpose is null))),
  measured as (
    select s.id, s.span, m.time, m.agent, m.measure, s.from_on, s.zone, s.hours from spans s
    join lateral (
      (select a.time, a.agent, 7 as measure from acceptances a
        where a.id = s.id and not s.by_agent and a.time >= s.from_on and (s.next_on is null or a.time < s.next_on) order by a.time limit 1)
      union all (select w.created_on, w.agent_id, 9 from written w
        where w.id = s.id and w.span = s.span and not s.by_agent and w.is_agent and w.created_on >= s.from_on order by w.created_on, w.seq limit 1)
      union all select s.closed_on, s.closed_by, 11 where s.closed_on is not null) m on true),
  facts as (
    select id, span, (from_on at time zone zone) as at, handler as agent, case span when 1 then 1 else 2 end as measure,
      extract(hour from from_on at time zone zone)::integer as bucket from spans
    union all select id, span, created_on at time zone zone, handler, 3, extract(hour from created_on at time zone zone)::integer
      from written where not is_agent and type <> 'rating'
    union all select id, span, created_on at time zone zone, agent_id, 4, 0 from written where is_agent
    union all select id, span, closed_on at time zone zone, coalesce(closed_by, handler), 5, 0 from spans where closed_on is not null
    union all select id, span, time at time zone zone, agent, 6, bucket from (
      select distinct on (s.id, s.span) s.id, s.span, r.time, s.zone, coalesce(r.agent, s.handler) as agent,
        2 * r.stars + (exists (select from written w where w.id = s.id and w.span = s.span and w.type = 'rating'
          and w.caption is not null))::integer as bucket
      from spans s join ratings r on r.id = s.id and r.time >= s.from_on and (s.next_on is null or r.time < s.next_on)
      order by s.id, s.span, r.time desc, r.number desc) newest
    union all select id, span, time at time zone zone, agent, measure,
      figure_bucket((extract(epoch from time - from_on) * 1000)::bigint) from measured
    -- Spans of opening hours are written a year back: what began before is not measured by them.
    union all select id, span, time at time zone zone, agent, measure + 1,
      figure_bucket(open_at(company, hours, time) - open_at(company, hours, from_on)) from measured
      where hours is null or exists (select from open_span o where o.company_id = company and o.owner_id = hours and o.from_on <= measured.from_on)
    union all select s.id, s.span, coalesce(g.missed_on, g.ended_on) at time zone s.zone, s.handler,
      case when g.missed_on is null then 13 else 14 end, case g.goal when 'first' then 1 when 'next' then 2 else 3 end
      from spans s join goal_span g on g.company_id = company and g.ticket_id = s.id and coalesce(g.missed_on, g.ended_on) is not null
        and (s.span = 1 or g.began_on >= s.from_on) and (s.next_on is null or g.began_on < s.next_on)
    union all select s.id, s.span, w.time at time zone s.zone, null, case when w.waits then 15 else 16 end,
      extract(hour from w.time at time zone s.zone)::integer
      from spans s join waited w on w.id = s.id and w.time >= s.from_on and (s.next_on is null or w.time < s.next_on))
  select f.id, f.span, s.department_id, s.channel_id, s.tags, f.at::date, f.agent, f.measure::smallint, f.bucket::smallint, count(*)::integer
  from facts f join spans s on s.id = f.id and s.span = f.span
  group by f.id, f.span, s.department_id, s.channel_id, s.tags, f.at::date, f.agent, f.measure, f.bucket
$$;
revoke execute on function figure_facts from public;
grant execute on function figure_facts to parley_app, parley_system;
