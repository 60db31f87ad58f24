-- Keeps the clocks of a ticket's goals with the change that moves them. A client's wait runs the first or the next answer, and only an
-- agent's message or the closing ends it; the solution runs from the opening, or the reopening, to the closing, and by choice not while the
-- client is to write. A due moment that has passed stays. A goal_due_on of -infinity asks to date everything anew, from the messages.
create or replace function keep_goals() returns trigger language plpgsql
set search_path = pg_catalog, public, pg_temp as $$
declare
  policy goal_policy;
  owner uuid;
  shown uuid[] := new.id || coalesce(new.merged_tickets, '{}');
  runs boolean := new.goal_policy_id is not null and new.closed_on is null and new.deleted_on is null and new.merged_into is null;
  closes boolean := old.closed_on is null and new.closed_on is not null;
  anew boolean := old.goal_policy_id is distinct from new.goal_policy_id or old.department_id <> new.department_id
    or old.merged_tickets is distinct from new.merged_tickets or old.merged_into is distinct from new.merged_into
    or old.deleted_on is distinct from new.deleted_on or new.goal_due_on is not distinct from '-infinity';
  written boolean := new.last_message_on is distinct from old.last_message_on and new.last_message_agent_id is not null
    and new.last_message_automatic is not true and new.last_message_type not in ('rating', 'close', 'reopen');
  answered_on timestamptz;
  kept record;
  want record;
  due timestamptz;
  turn record;
  -- The clock is dated anew, so that it may warn again.
  dates boolean;
begin
  if old.goal_policy_id is null and new.goal_policy_id is not null then
    new.goal_answered := exists (select from message m where m.company_id = new.company_id and m.ticket_id = any(shown) and m.is_agent
      and m.agent_id is not null and m.purpose is null and m.type not in ('rating', 'close', 'reopen'));
    new.goal_waits_since := new.client_waits_since;
  end if;
  if new.client_waits_since is not null then
    new.goal_waits_since := case when old.client_waits_since <> new.client_waits_since then new.client_waits_since
      else coalesce(new.goal_waits_since, new.client_waits_since) end;
  elsif new.goal_waits_since is not null and written then
    answered_on := new.last_message_on;
    new.goal_waits_since := null;
  elsif anew then
    new.goal_waits_since := case when old.client_waits_since is null then new.goal_waits_since end;
  end if;
  if new.closed_on is not null then new.goal_waits_since := null; end if;
  if not anew and not closes and not written and old.goal_waits_since is not distinct from new.goal_waits_since
    and old.priority = new.priority and old.reopened_on is not distinct from new.reopened_on then
    new.goal_due_on := old.goal_due_on;
    return new;
  end if;

  if closes or answered_on is not null then
    update goal_span s set ended_on = greatest(coalesce(new.closed_on, answered_on), s.began_on),
      missed_on = case when s.due_on < coalesce(new.closed_on, answered_on) then s.due_on end
    where s.company_id = new.company_id and s.ticket_id = new.id and s.ended_on is null and (closes or s.goal <> 'solved');
  end if;
  if runs then
    select * into policy from goal_policy p where p.company_id = new.company_id and p.id = new.goal_policy_id;
    owner := case when policy.in_hours then hours_owner(new.company_id, new.department_id) end;
  end if;
  for want in
    select w.goal, w.began_on, (policy.targets -> w.goal ->> new.priority)::integer as minutes
    from (values
      (case when new.goal_answered then 'next' else 'first' end, greatest(new.goal_waits_since, case when new.goal_waits_since is not null
        then new.reopened_on end)),
      ('solved', coalesce(new.reopened_on, new.created_on))) w (goal, began_on)
    where runs and w.began_on is not null
  loop
    delete from goal_span s where s.company_id = new.company_id and s.ticket_id = new.id and s.ended_on is null
      and (case when want.goal = 'solved' then s.goal = 'solved' else s.goal <> 'solved' end)
      and (s.goal <> want.goal or s.began_on <> want.began_on or want.minutes is null);
    continue when want.minutes is null;
    select * into kept from goal_span s
      where s.company_id = new.company_id and s.ticket_id = new.id and s.goal = want.goal and s.began_on = want.began_on;
    continue when kept.ended_on is not null;
    dates := anew or kept.minutes is distinct from want.minutes;
    if kept.goal is null or anew then
      kept.paused_ms := 0;
      kept.paused_on := null;
      for turn in select t.from_on, t.to_on from client_turns(new.company_id, shown, want.began_on) t
        where want.goal = 'solved' and policy.pauses order by t.from_on
      loop
        exit when due_after(new.company_id, owner, want.began_on, want.minutes * 60000::bigint + kept.paused_ms) <= turn.from_on;
        if turn.to_on is null then kept.paused_on := turn.from_on;
        else
          kept.paused_ms := kept.paused_ms + open_at(new.company_id, owner, turn.to_on) - open_at(new.company_id, owner, turn.from_on);
        end if;
      end loop;
    elsif kept.paused_on is not null and new.goal_waits_since > kept.paused_on then
      kept.paused_ms := kept.paused_ms + open_at(new.company_id, owner, new.goal_waits_since)
        - open_at(new.company_id, owner, kept.paused_on);
      kept.paused_on := null;
    end if;
    due := due_after(new.company_id, owner, want.began_on, want.minutes * 60000::bigint + kept.paused_ms);
    -- A goal that was missed before the agent wrote pauses no more.
    if written and want.goal = 'solved' and policy.pauses and due <= new.last_message_on is not true then
      kept.paused_on := coalesce(kept.paused_on, new.last_message_on);
    end if;
    if due > kept.paused_on then due := null; end if;
    insert into goal_span (company_id, ticket_id, goal, began_on, policy_id, department_id, minutes, paused_ms, paused_on, due_on, warn_on)
    values (new.company_id, new.id, want.goal, want.began_on, policy.id, new.department_id, want.minutes, kept.paused_ms, kept.paused_on, due,
      case when due is not null then due_after(new.company_id, owner, want.began_on, want.minutes * 45000::bigint + kept.paused_ms) end)
    on conflict (company_id, ticket_id, goal, began_on) do update set policy_id = excluded.policy_id, department_id = excluded.department_id,
      minutes = excluded.minutes, paused_ms = excluded.paused_ms, paused_on = excluded.paused_on, due_on = excluded.due_on,
      warn_on = excluded.warn_on,
      warned_on = case when not dates or excluded.warn_on > goal_span.warn_on is not true then goal_span.warned_on end,
      told_on = case when not dates or excluded.due_on > goal_span.due_on is not true then goal_span.told_on end,
      missed_on = case when excluded.due_on = goal_span.due_on then goal_span.missed_on end;
  end loop;
  if written then new.goal_answered := true; end if;
  if not runs or new.goal_waits_since is null then
    delete from goal_span s where s.company_id = new.company_id and s.ticket_id = new.id and s.ended_on is null
      and (not runs or s.goal <> 'solved');
  end if;
  new.goal_due_on := null;
  new.goal_due := null;
  select s.due_on, s.goal into new.goal_due_on, new.goal_due from goal_span s
    where s.company_id = new.company_id and s.ticket_id = new.id and s.ended_on is null and s.due_on is not null
    order by s.due_on limit 1;
  new.goal_paused := nullif(exists (select from goal_span s
    where s.company_id = new.company_id and s.ticket_id = new.id and s.ended_on is null and s.paused_on is not null and s.due_on is null), false);
  new.goal_missed := nullif(exists (select from goal_span s
    where s.company_id = new.company_id and s.ticket_id = new.id and s.missed_on is not null), false);
  return new;
end $$;
revoke execute on function keep_goals from public;
