import { isDeepStrictEqual } from 'node:util';
import { cardNetworks } from '../cards/card.ts';
import type { ConnectorAccount } from '../entities/connector-account.ts';
import type { Payment } from '../entities/payment.ts';
import { FutureUsage } from '../entities/payment-enumerations.ts';
import { canonicalName } from '../foundation/canonical-name.ts';
import type { Context, WritingContext } from '../foundation/context.ts';
import type { MethodDetail } from '../foundation/ports/connector.ts';
import { evenIfSuspended } from '../foundation/suspension.ts';
import type { ValueOf } from '../model/index.ts';
import { chargeableKinds, typesOfKind } from '../payment-methods/method-details.ts';
import { type QuotedTotal, shownTotal } from '../payment-methods/quote-surcharge.ts';
import { lowersUsage } from '../payments/customer/customer-access.ts';
import { keptKinds, savedKinds } from '../payments/method/method-data.ts';
import { merchantOf } from '../routing/choose-accounts.ts';
import { abilityFor, termsOf } from '../routing/eligibility.ts';
import { buttonNames, walletsOfAccount } from '../wallets/button-wallets.ts';
import { type Payable, paidWith, payableOf } from '../wallets/payable.ts';
import { paymentOfSecret } from '../wallets/payment-of-secret.ts';
import { detailsToCollect } from '../wallets/wallet-details.ts';
import { inTransaction } from '../writes/transactions.ts';
import { whyNothingIsOffered } from './nothing-offered.ts';
import type {
  OfferedMethod,
  OfferedMethodType,
  OfferType,
  PaymentMethodOffer,
} from './payment-method-offer.ts';
import { requiredFields } from './required-fields.ts';

type Kind = OfferedMethod['payment_method'];
type Usage = ValueOf<typeof FutureUsage>;

/**
 * The payment methods on offer for the payment of a client secret: those that a confirmation could send to a connector
 * account, by the same checks and routing. Read-only, in four statements for any number of methods and accounts.
 *
 * @throws {Problem} `client_secret_invalid`, `client_secret_expired`; `unexpected_state` for a payment that can no longer
 *   be confirmed.
 */
export function offerPaymentMethods(ctx: Context, clientSecret: string): Promise<PaymentMethodOffer> {
  return inTransaction(evenIfSuspended(ctx), async (tx) => {
    const payment = await paymentOfSecret(tx, clientSecret);
    const payable = await payableOf(tx, payment);
    const merchant = await merchantOf(tx, payment.merchant_id);
    const offered = payable ? await offeredBy(tx, payment, payable) : [];
    const wallets = offered.find(({ kind }) => kind === 'wallet')?.takers ?? [];
    const collect = wallets.flatMap(({ connector_name: name }) => {
      const profile = payable?.routing.profile;
      return profile ? detailsToCollect(profile, tx.ports.connectors.find(name)) : [];
    });
    return {
      payment_id: payment.payment_id,
      payment_type: offerType(payment),
      merchant_name: merchant?.merchant_name ?? null,
      redirect_url:
        payment.return_url ?? payable?.routing.profile?.return_url ?? merchant?.return_url ?? null,
      currency: payment.currency,
      amount: payment.amount,
      net_amount: payment.net_amount,
      is_guest_customer: !payment.customer_id,
      setup_future_usage: payment.setup_future_usage ?? null,
      request_external_three_ds_authentication:
        payment.request_external_three_ds_authentication === true &&
        payment.authentication_type === 'three_ds',
      collect_billing_details_from_wallets: collect.some(({ billing }) => billing),
      collect_shipping_details_from_wallets: collect.some(({ shipping }) => shipping),
      payment_methods: offered.map(({ kind, types }) => ({
        payment_method: kind,
        payment_method_types: types,
      })),
      nothing_offered_reason:
        offered.length === 0 && tx.ports.environment === 'test'
          ? await whyNothingIsOffered(tx, payment)
          : null,
    };
  });
}

function offerType({
  mandate_data,
  net_amount,
  off_session,
  setup_future_usage,
}: Payment): ValueOf<typeof OfferType> {
  if (setup_future_usage === 'off_session' || mandate_data?.mandate_type || mandate_data?.update_mandate_id)
    return net_amount === 0 ? 'setup_mandate' : 'new_mandate';
  return off_session ? 'recurring_mandate' : 'normal';
}

interface Offered {
  readonly kind: Kind;
  readonly types: readonly OfferedMethodType[] & OfferedMethodType[];
  /** The accounts that would be tried for one of the types. */
  readonly takers: readonly ConnectorAccount[];
}

async function offeredBy(tx: WritingContext, payment: Payment, payable: Payable): Promise<Offered[]> {
  const offered: Offered[] = [];
  for (const kind of chargeableKinds as readonly Kind[]) {
    const types: OfferedMethodType[] = [];
    const takers = new Set<ConnectorAccount>();
    for (const type of typesToTry(payable.routing.accounts, kind)) {
      const found = await offerOf(tx, payment, payable, kind, type);
      if (!found) continue;
      types.push(found.offered);
      for (const account of found.takers) takers.add(account);
    }
    if (types.length > 0) offered.push({ kind, types, takers: [...takers] });
  }
  return offered;
}

/** The types of a kind. For cards, whose type is not otherwise known, also the types in accounts. */
function typesToTry(accounts: readonly ConnectorAccount[], kind: Kind): string[] {
  const entries = accounts.flatMap(({ payment_methods_enabled: enabled }) => enabled);
  const named = kind === 'card' ? entries.filter((entry) => entry.payment_method === kind) : [];
  return distinct([...typesOfKind(kind), ...named.flatMap((entry) => entry.payment_method_types ?? [])]);
}

/** Removes names that differ only in spelling; the first spelling stays. */
const distinct = (names: readonly string[]): string[] =>
  [...new Map(names.toReversed().map((name) => [canonicalName(name), name])).values()].reverse();

/** The networks to try: all networks that card numbers identify, and the networks in accounts. */
function networksToTry(accounts: readonly ConnectorAccount[]): string[] {
  const entries = accounts.flatMap(({ payment_methods_enabled: enabled }) => enabled);
  const named = entries.filter((entry) => entry.payment_method === 'card');
  return distinct([...cardNetworks, ...named.flatMap((entry) => entry.payment_schemes ?? [])]);
}

async function offerOf(
  tx: WritingContext,
  payment: Payment,
  { quotes, routing, takers: takersOf }: Payable,
  kind: Kind,
  type: string,
): Promise<{ offered: OfferedMethodType; takers: readonly ConnectorAccount[] } | null> {
  const asked = { payment_method: kind, payment_method_type: type };
  const takers = new Set<ConnectorAccount>();
  const offered: { network: string | null; usages: Usage[]; total: QuotedTotal }[] = [];
  for (const network of kind === 'card' ? networksToTry(routing.accounts) : [null]) {
    const paid = paidWith(payment, asked);
    const found = await takersOf(paid, network);
    const total = quotes.offered({ paid, network });
    if (found.length === 0 || !total) continue;
    for (const account of found) takers.add(account);
    const isSaved = async (usage: Usage) =>
      (await takersOf(paidWith(payment, { ...asked, setup_future_usage: usage }), network)).length > 0;
    const usages: Usage[] = [];
    for (const usage of usagesToTry(payment, kind)) if (await isSaved(usage)) usages.push(usage);
    offered.push({ network, usages, total });
  }
  if (offered.length === 0) return null;
  const chosen = [...takers];
  return {
    takers: chosen,
    offered: {
      payment_method_type: type,
      card_networks: offered.flatMap(({ network, total, usages }) =>
        network === null ? [] : [{ card_network: network, ...total, setup_future_usage: usages }],
      ),
      payment_method_issuers: issuersOf(chosen, kind, type),
      required_fields: requiredFields(tx, payment, kind, type, detailsNeeded(tx, chosen, kind, type)),
      setup_future_usage: FutureUsage.values.filter((usage) =>
        offered.every(({ usages }) => usages.includes(usage)),
      ),
      requires_cvv: kind === 'card',
      has_button: kind === 'wallet' && chosen.some((account) => hasButton(tx, account, type)),
      ...commonTotal(offered.map(({ total }) => total)),
    },
  };
}

/** The total with a type: of a card, whose network is not known, only if it is the same for all networks. */
function commonTotal(totals: readonly QuotedTotal[]) {
  const surcharge_depends_on_card = totals.some((total) => total.surcharge_depends_on_card);
  const [first] = totals;
  const isCommon = totals.every(
    ({ net_amount, surcharge_details }) =>
      net_amount === first!.net_amount && isDeepStrictEqual(surcharge_details, first!.surcharge_details),
  );
  const common = isCommon ? shownTotal(first!) : { surcharge_details: null, net_amount: null };
  return { ...common, surcharge_depends_on_card };
}

/** Whether pages can show a wallet's button, and an account may have its data. */
const hasButton = ({ ports }: Context, account: ConnectorAccount, type: string): boolean =>
  (buttonNames as readonly string[]).includes(type) && walletsOfAccount(ports, account).includes(type);

/** The future usages that a customer may choose for a kind. Guests cannot save methods. */
const usagesToTry = (payment: Payment, kind: Kind): Usage[] => {
  if (!payment.customer_id) return [];
  // A method that only connectors store is stored for off-session charges.
  const possible = savedKinds.includes(kind)
    ? FutureUsage.values
    : keptKinds.includes(kind)
      ? offSession
      : [];
  return possible.filter((usage) => !lowersUsage(payment, usage));
};
const offSession: readonly Usage[] = ['off_session'];

/** The issuers in the accounts' entries for a type. */
function issuersOf(accounts: readonly ConnectorAccount[], kind: Kind, type: string): string[] {
  const entries = accounts.flatMap(({ payment_methods_enabled: enabled }) => enabled);
  const own = entries.filter(
    ({ payment_method, payment_method_types: types }) =>
      payment_method === kind &&
      (!types?.length || types.some((name) => canonicalName(name) === canonicalName(type))),
  );
  return distinct(own.flatMap(({ payment_method_issuers: issuers }) => issuers ?? []));
}

function detailsNeeded(
  { ports: { connectors } }: WritingContext,
  accounts: readonly ConnectorAccount[],
  kind: Kind,
  type: string,
): ReadonlySet<MethodDetail> {
  return new Set(
    accounts.flatMap(({ connector_name: name }) => {
      const connector = connectors.find(name);
      const ability = connector && abilityFor(connector, 'payment_processor', kind);
      return ability ? [...(ability.needs ?? []), ...(termsOf(ability, type).needs ?? [])] : [];
    }),
  );
}
