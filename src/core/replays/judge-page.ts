import { BusinessProfile } from '../entities/business-profile.ts';
import type { RuleReplay } from '../entities/rule-replay.ts';
import { velocitySubjects } from '../entities/values/fact-types.ts';
import type { WritingContext } from '../foundation/context.ts';
import { countedBy } from '../payments/authorize/count-attempt.ts';
import { brandOf } from '../payments/method/method-data.ts';
import { paymentSubject, payoutSubject } from '../routing/decide-routing.ts';
import type { CompiledRules } from '../rules/compiled-rules.ts';
import type { Subject } from '../rules/rule-conditions.ts';
import type { VelocitySubject } from '../rules/velocity.ts';
import { judgePayment, judgePayout, needsMethod, type ReplayRules, unconfirmed, unknownTo } from './judge.ts';
import type { CountedProfiles } from './past-counts.ts';
import { lookUpPast, type PastPayment } from './past-lookups.ts';
import {
  type ReplayedPayment,
  type ReplayedPayout,
  readMethods,
  readPayments,
  readPayouts,
} from './replayed-rows.ts';
import type { Judged } from './tally.ts';
import { inTurns } from './turns.ts';

interface JudgedPage {
  readonly judged: readonly Judged[];
  readonly unknown: readonly string[];
}

/** Reads the next page of a replay, and decides about its payments or payouts. */
export async function judgePage(
  tx: WritingContext,
  replay: RuleReplay,
  rules: ReplayRules,
): Promise<JudgedPage> {
  const compiled = [...rules.early.map(([, one]) => one), ...(rules.routing ? [rules.routing] : [])];
  const kind = replay.decision === 'payout_routing' ? 'payout' : 'payment';
  const unknown = unknownTo(compiled, kind, tx.ports.countryOf !== null);
  const judged = await (kind === 'payout' ? judgePayouts : judgePayments)(tx, replay, rules, compiled);
  return { judged, unknown: judged.length > 0 ? unknown : [] };
}

async function judgePayouts(
  tx: WritingContext,
  replay: RuleReplay,
  rules: ReplayRules,
  compiled: readonly CompiledRules[],
): Promise<Judged[]> {
  const rows = await readPayouts(tx, replay);
  const subjects = await subjectsOf(tx, replay, compiled, rows, payoutSubject);
  return inTurns(rows, (row, i) => judgePayout(tx, rules, row, subjects(i)));
}

async function judgePayments(
  tx: WritingContext,
  replay: RuleReplay,
  rules: ReplayRules,
  compiled: readonly CompiledRules[],
): Promise<Judged[]> {
  const fields = compiled.flatMap((one) => one.rules.flatMap((rule) => rule.fields));
  const rows = await readPayments(tx, replay, fields);
  const methodOf = (row: ReplayedPayment) => (needsMethod(row) ? [row.payment_method_id!] : []);
  const methods = await readMethods(tx, replay.merchant_id, [...new Set(rows.flatMap(methodOf))]);
  const payments = await inTurns(rows, unconfirmed);
  const subjects = await subjectsOf(tx, replay, compiled, payments, (payment, at) =>
    paymentSubject(payment, brandOf(payment), at, tx.ports.countryOf),
  );
  return inTurns(payments, (payment, i) =>
    judgePayment(tx, rules, payment, subjects(i), methods.get(methodOf(payment)[0] ?? '') ?? null),
  );
}

/** What rules see of rows, with what they look up, by the index of the row. */
async function subjectsOf<R extends ReplayedPayment | ReplayedPayout>(
  tx: WritingContext,
  { merchant_id: merchantId, profile_id }: RuleReplay,
  compiled: readonly CompiledRules[],
  rows: readonly R[],
  subjectOf: (row: R, at: Date) => Subject,
): Promise<(index: number) => Subject> {
  const past = await inTurns(rows, (row): PastPayment => {
    const at = new Date(row.at);
    return { id: row.id, at, subject: subjectOf(row, at) };
  });
  const lookups = compiled.flatMap((one) => one.lookups);
  if (lookups.length === 0) return (index) => past[index]!.subject;
  const counts = lookups.some(({ countsBy }) => countsBy);
  const profiles = await countedProfiles(tx, merchantId, profile_id, counts);
  const lookedUp = await lookUpPast(tx, { merchantId, ports: tx.ports, profiles }, lookups, past);
  return (index) => ({ ...past[index]!.subject, lookedUp: lookedUp[index]! });
}

/** The profiles whose attempts count with those of a replayed one: attempts count where active rules count by the same. */
async function countedProfiles(
  tx: WritingContext,
  merchant_id: string,
  replayed: string,
  counts: boolean,
): Promise<CountedProfiles> {
  const found = counts
    ? await tx.transaction.em.find(BusinessProfile, { merchant_id, active_rules: { $ne: null } })
    : [];
  const profilesBy = (by: VelocitySubject) => [
    replayed,
    ...found.flatMap((profile) => (countedBy(profile).has(by) ? [profile.profile_id] : [])),
  ];
  return Object.fromEntries(velocitySubjects.map((by) => [by, profilesBy(by)])) as Record<
    VelocitySubject,
    string[]
  >;
}
