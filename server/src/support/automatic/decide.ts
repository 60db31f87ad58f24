/** Decides whether an automatic message is due in a conversation, and why not, without side effects. */
import type { AutomaticReason, Occasion } from "@parley/contract/automatic-text";
import type { OpeningHours } from "@parley/contract/open-days";
import { isOpen, openTimeBetween } from "../hours/open.ts";

export type Rule = {
  occasion: Occasion;
  enabledOn: Date | null;
  delayMinutes: number;
  closes: boolean;
  channelIds: string[];
  departmentIds: string[];
};

/** The facts of one conversation. */
export type Facts = {
  channelId: string;
  departmentId: string;
  createdOn: Date;
  reopenedOn: Date | null;
  closedOn: Date | null;
  closedSilently: boolean;
  accepted: boolean;
  begunByClient: boolean;
  clientWroteOn: Date | null;
  /** The time of an agent's last message; automatic messages do not count. */
  agentWroteOn: Date | null;
  /** The client's last message is itself automatic. */
  automaticMail: boolean;
  /** The client's last mail may be forged: an answer would go to a person who wrote nothing. */
  senderUnverified: boolean;
  /**
   * The automatic messages of the last day to the sender of mails, in all their conversations; none where they had them
   * in this one alone. A machine that answers each in a new mail would go on for ever.
   */
  sentToSender: number;
  clientBlocked: boolean;
  clientUnreachable: boolean;
  disconnected: boolean;
  handlerOnline: boolean;
  /** The hours in force in the department. */
  hours: OpeningHours | null;
};

/** The times at which it was due before in this conversation, oldest first, and why it was skipped. */
export type Past = readonly { time: Date; reason?: string | null }[];

export type Decision =
  | { state: "not_due"; reason: AutomaticReason }
  | { state: "waiting"; on: Date }
  | { state: "skipped"; reason: AutomaticReason }
  | { state: "due"; closes: boolean };

/** Milliseconds after which a due message is no longer sent: the worker was away. */
const mostLate = 3_600_000;
/** The number of reminders to a silent client. */
const mostReminders = 2;
/** The number of automatic messages a day to one sender of mails who begins conversation after conversation. */
const mostToSender = 2;

export function decide(rule: Rule, facts: Facts, past: Past, now: Date): Decision {
  const { enabledOn, channelIds, departmentIds, delayMinutes } = rule;
  if (!enabledOn) return notDue("off");
  if (channelIds.length > 0 && !channelIds.includes(facts.channelId)) return notDue("other_channel");
  if (departmentIds.length > 0 && !departmentIds.includes(facts.departmentId))
    return notDue("other_department");
  const begins = beginning[rule.occasion](rule, facts, past);
  if (typeof begins === "string") return notDue(begins);
  if (begins < enabledOn) return notDue("before_switched_on");
  const on = new Date(begins.getTime() + delayMinutes * 60_000);
  if (rule.occasion === "outside_hours" && facts.hours && isOpen(facts.hours, on)) return notDue("open");
  if (on > now) return { state: "waiting", on };
  if (rule.occasion === "client_silent" && past.length >= mostReminders)
    return { state: "due", closes: true };
  const obstacle = obstacleOf(rule, facts) ?? (now.getTime() - on.getTime() > mostLate ? "too_late" : null);
  return obstacle ? { state: "skipped", reason: obstacle } : { state: "due", closes: false };
}

const notDue = (reason: AutomaticReason): Decision => ({ state: "not_due", reason });

function obstacleOf({ occasion }: Rule, facts: Facts): AutomaticReason | null {
  if (facts.clientBlocked) return "client_blocked";
  if (facts.disconnected) return "channel_disconnected";
  if (facts.clientUnreachable) return "client_unreachable";
  if (facts.automaticMail) return "automatic_mail";
  if (facts.senderUnverified) return "sender_unverified";
  if (facts.sentToSender >= mostToSender) return "sender_answered_often";
  return occasion === "outside_hours" && facts.handlerOnline ? "handler_online" : null;
}

/** The time from which the delay counts, or the reason why it does not. */
const beginning: Record<Occasion, (rule: Rule, facts: Facts, past: Past) => Date | AutomaticReason> = {
  conversation_begins(_rule, facts, past) {
    if (past.length > 0) return "already";
    if (!facts.begunByClient) return "begun_by_us";
    if (facts.agentWroteOn) return "agent_answered";
    return facts.closedOn ? "closed" : facts.createdOn;
  },
  outside_hours(_rule, { hours, clientWroteOn: wrote, agentWroteOn, closedOn }, past) {
    if (!hours) return "no_hours";
    if (closedOn) return "closed";
    if (!wrote) return "begun_by_us";
    if (isOpen(hours, wrote)) return "open";
    // It is the same closed period when there is no open time in between.
    const inThisPeriod = (time: Date) => time > wrote || openTimeBetween(hours, time, wrote) === 0;
    if (agentWroteOn && inThisPeriod(agentWroteOn)) return "agent_answered";
    const last = past.at(-1);
    // A handler who was online covers what the client had written by then, and no more.
    if (last?.reason === "handler_online" && last.time >= wrote) return "handler_online";
    const period = past.findLast(({ reason }) => reason !== "handler_online");
    return period && inThisPeriod(period.time) ? "already" : wrote;
  },
  not_accepted(_rule, facts, past) {
    if (past.length > 0) return "already";
    if (facts.closedOn) return "closed";
    if (facts.accepted) return "accepted";
    if (!facts.begunByClient) return "begun_by_us";
    const waitsSince = facts.reopenedOn ?? facts.createdOn;
    return facts.agentWroteOn && facts.agentWroteOn > waitsSince ? "agent_answered" : waitsSince;
  },
  client_silent({ closes }, { closedOn, agentWroteOn: answered, clientWroteOn: wrote }, past) {
    if (closedOn) return "closed";
    if (!answered) return "not_answered";
    if (wrote && wrote > answered) return "client_wrote";
    if (past.length >= mostReminders && !closes) return "already";
    const last = past.at(-1)?.time;
    return last && last > answered ? last : answered;
  },
  closed(_rule, { closedOn, closedSilently }, past) {
    if (past.length > 0) return "already";
    if (closedSilently) return "closed_silently";
    return closedOn ?? "not_closed";
  },
};
