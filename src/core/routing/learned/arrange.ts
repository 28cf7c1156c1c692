import type { BusinessProfile } from '../../entities/business-profile.ts';
import type { ConnectorAccount } from '../../entities/connector-account.ts';
import type { Context } from '../../foundation/context.ts';
import type { ExplorationBound, LearnedFacts } from '../../foundation/ports/learned-routing.ts';
import type { FactValues, Subject } from '../../rules/rule-conditions.ts';
import type { RoutingOutcome } from '../decide-routing.ts';
import { EXPLORE_PERCENT, type RoutingAction } from '../routing-rules.ts';
import { cellKeys } from './cells.ts';
import type { Draw } from './draw-beta.ts';
import { byLeastCost, type Charged, type Priced } from './fees.ts';
import { bySuccessRate, type Ranked } from './success-rate.ts';

/** How a learning rule explores: at a confirmation only. */
export interface Exploring {
  readonly draw: Draw;
  readonly share: ExplorationBound;
  readonly now: Date;
}

/** Accounts as a learning rule orders them. */
export interface Arranged {
  readonly accounts: readonly ConnectorAccount[];
  /** The expectations of the first and the next account, completing a sentence about the first; null without accounts. */
  readonly why: string | null;
}

/** Puts selected accounts in order. @param mayExplore Unset where the order of another selection decides first. */
export type LearnedOrder = (accounts: readonly ConnectorAccount[], mayExplore: boolean) => Arranged;

/**
 * The order of a rule that learns; null for any other.
 *
 * @param draw Random numbers of a confirmation, which may explore; null for what never explores.
 */
export function learnedOrder(
  { ports }: Pick<Context, 'ports'>,
  { action, rule, rules }: RoutingOutcome,
  profile: Pick<BusinessProfile, 'merchant_id' | 'profile_id'> | null,
  { facts }: Subject,
  draw: Draw | null,
): LearnedOrder | null {
  if (!profile || (!action?.success_rate && !action?.least_cost)) return null;
  const { merchant_id, profile_id } = profile;
  const learned = ports.learned.cellsOf(merchant_id, profile_id);
  const charged = chargedOf(facts);
  const percent = action.success_rate?.explore_percent ?? EXPLORE_PERCENT;
  const name = JSON.stringify([merchant_id, rules.source?.ruleset_id, rule?.name ?? null]);
  const exploring = draw && { draw, share: ports.learned.exploredBy(name, percent), now: ports.now() };
  return (accounts, mayExplore) => arrange(action, learned, accounts, charged, mayExplore ? exploring : null);
}

const text = (value: FactValues[string]): string | null => (typeof value === 'string' ? value : null);

const chargedOf = (facts: FactValues): Charged => ({
  amount: Number(facts.amount),
  currency: String(facts.currency),
  payment_method: text(facts.payment_method),
  country: text(facts.country),
  card_network: text(facts.card_network),
  funding: text(facts.card_type) ?? text(facts.payment_method_type),
});

/** Orders the accounts of a learning rule that can take a payment or payout. @param exploring Null never explores. */
export function arrange(
  { success_rate: byRate }: RoutingAction,
  learned: LearnedFacts,
  accounts: readonly ConnectorAccount[],
  charged: Charged,
  exploring: Exploring | null,
): Arranged {
  if (!byRate) {
    const priced = byLeastCost(learned, accounts, charged);
    return { accounts: priced.map(({ account }) => account), why: costText(priced, charged) };
  }
  const exploration = exploring && {
    draw: exploring.draw,
    mayExplore: (wants: boolean) => exploring.share.decide(wants, exploring.now),
  };
  const { explores, ranked } = bySuccessRate(learned, accounts, cellKeys(charged), exploration);
  return {
    accounts: ranked.map(({ account }) => account),
    why: rateText(ranked, explores, exploring?.share),
  };
}

const nameOf = ({ connector_label: label, merchant_connector_id: id }: ConnectorAccount) => label ?? id;
const percent = (share: number) => `${(share * 100).toFixed(1)} %`;

function rateText(
  [first, next]: readonly Ranked<ConnectorAccount>[],
  explores: boolean,
  share: ExplorationBound | undefined,
): string | null {
  if (!first) return null;
  const said = ({ expected: { mean, observations } }: Ranked<ConnectorAccount>) =>
    `${percent(mean)} expected approvals (${Math.round(observations)} observations)`;
  const other = next ? `, ${nameOf(next.account)} has ${said(next)}` : '';
  const counts = share?.counts;
  const explored =
    counts && counts.decided > 0
      ? ` Explored today: ${counts.explored} of ${counts.decided} (${percent(counts.explored / counts.decided)}).`
      : '';
  return explores
    ? `was tried to learn about it, with ${said(first)}${other}.${explored}`
    : `is expected to approve most: ${said(first)}${other}.${explored}`;
}

function costText([first, next]: readonly Priced<ConnectorAccount>[], { currency }: Charged): string | null {
  if (!first) return null;
  const said = ({ expected }: Priced<ConnectorAccount>) => {
    if (!expected) return 'no known fee';
    const { fee, observations } = expected;
    const source = observations > 0 ? `${Math.round(observations)} observations` : 'by its fee_table';
    return `an expected fee of ${fee.toFixed(2)} minor units of ${currency} (${source})`;
  };
  return `costs least: ${said(first)}${next ? `, ${nameOf(next.account)} has ${said(next)}` : ''}.`;
}
