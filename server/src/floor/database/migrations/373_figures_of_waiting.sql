-- How many tickets wait at each hour: when each began to and when it ended are facts, and a span says whether it waits still.
alter table figure_span add column waits boolean not null default false;

-- All tickets are counted anew.
insert into figure_fill (company_id, version, after)
  select company_id, 1, '00000000-0000-0000-0000-000000000000' from company
  on conflict (company_id) do update set version = figure_fill.version + 1, after = excluded.after;
-- function: count_figures ebc1d6cfa4cb
-- function: figure_facts 162172357e2f
