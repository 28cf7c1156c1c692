import type { ConnectorAccount } from '../entities/connector-account.ts';
import type { Payout } from '../entities/payout.ts';
import type { WritingContext } from '../foundation/context.ts';
import {
  accountsOf,
  completed,
  type DecidedSelection,
  drawFrom,
  keepRouting,
  merchantOf,
  namedOrDefaultProfile,
  requireChosen,
  selectAccounts,
} from './choose-accounts.ts';
import {
  type CompiledRouting,
  decidedOrder,
  decideRouting,
  payoutSubject,
  rulesOfProfile,
} from './decide-routing.ts';
import { learnedOrder } from './learned/arrange.ts';
import type { RoutedPayout } from './routed-columns.ts';
import { type RoutingAlgorithm, readStored } from './routing-algorithm.ts';
import { payoutRoutingRequest } from './routing-request.ts';

/**
 * The accounts for a payout by the payout's own algorithm, its profile's rules, or its merchant account's algorithm.
 *
 * @param given Rules to evaluate in place of the profile's.
 */
export async function selectPayoutAccounts(
  tx: WritingContext,
  payout: Payout,
  draw: () => number,
  given: CompiledRouting | null = null,
): Promise<DecidedSelection> {
  const profile = await namedOrDefaultProfile(tx, payout);
  const accounts = await accountsOf(tx, payout.merchant_id, profile);
  const own = payoutAlgorithm(payout);
  const rules = own ? null : (given ?? rulesOfProfile(profile, 'payout_routing'));
  const subject = payoutSubject(payout, tx.ports.now());
  const decision = rules && decideRouting(rules, await completed(tx, payout, rules, subject));
  const learned = decision && learnedOrder(tx, decision, profile, subject, null);
  const by = own ?? (decision && decidedOrder(decision)) ?? (await merchantsPayoutAlgorithm(tx, payout));
  return { ...selectAccounts(tx, accounts, by, payoutRoutingRequest(payout), draw, { learned }), decision };
}

/** The algorithm of a merchant account, which counts where the profile decides nothing. */
export async function merchantsPayoutAlgorithm(
  tx: WritingContext,
  { merchant_id }: Pick<Payout, 'merchant_id'>,
): Promise<RoutingAlgorithm | null> {
  const setting = (await merchantOf(tx, merchant_id))?.payout_routing_algorithm;
  return readStored(setting, 'payout_routing_algorithm');
}

/** A payout's own algorithm: its routing, or else its list of connectors. */
export function payoutAlgorithm(payout: RoutedPayout): RoutingAlgorithm | null {
  const own = readStored(payout.routing, 'routing');
  if (own) return own;
  if (payout.connectors.length === 0) return null;
  const accounts = payout.connectors.map((connector) => ({ connector, merchant_connector_id: null }));
  return { fallback: null, type: 'priority', accounts };
}

/**
 * The connector accounts that can send a payout, in the order to try them: by the payout's `routing`, else its
 * `connectors`, else the rules of its profile, else the `payout_routing_algorithm` of its merchant account. Never empty.
 *
 * @param keeps Set at a confirmation, whose decision the payout keeps.
 * @throws {Problem} `no_connector_available`, with the reason for each account; `connector_unavailable` while the
 * circuits of all eligible accounts are open; `outgoing_calls_off` while none of them is called.
 */
export async function choosePayoutAccounts(
  tx: WritingContext,
  payout: Payout,
  keeps: 'keep decision' | null = null,
): Promise<ConnectorAccount[]> {
  const selection = await selectPayoutAccounts(tx, payout, drawFrom(tx));
  const accounts = requireChosen(tx, 'payout', selection);
  if (keeps) keepRouting(payout, 'payout_routing', selection);
  return accounts;
}
