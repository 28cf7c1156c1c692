import { sandboxShop } from '../../kit/sandbox-shop.ts';
import { reconciling } from '../../kit/seed.ts';
import { test as base } from './dashboard.ts';

export const test = base
  /** Payments have balance entries. */
  .extend('cardShop', ({ service }) => sandboxShop(service, reconciling))
  /** An object of each kind, in states that allow actions. */
  .extend('objects', async ({ cardShop, graphqlAs, pay }): Promise<Readonly<Record<string, string>>> => {
    const received = await pay(2_500);
    const { data } = await graphqlAs(cardShop.key).run('{ balanceEntries(first: 1) { nodes { entryId } } }');
    const settlement = await cardShop.settlement({ merchant_connector_id: cardShop.account });
    await cardShop.settlementLine(settlement);
    const event = await cardShop.event({ object_id: received, payment_id: received });
    await cardShop.teamMember();
    await cardShop.teamMember({ name: 'Olga Owner', email: 'olga@example.com', role: 'owner' });
    await cardShop.invitation();
    await cardShop.auditEntry();
    const logged = await cardShop.loggedRequest();
    return {
      received,
      authorized: await pay(5_000, { captureMethod: 'manual' }),
      failed: await cardShop.payment({
        status: 'failed',
        amount_received: 0,
        manual_retry_allowed: true,
        profile_id: cardShop.profileId,
      }),
      held: await cardShop.payment({
        status: 'requires_merchant_action',
        amount_received: 0,
        profile_id: cardShop.profileId,
      }),
      refund: await cardShop.refund(await cardShop.payment()),
      dispute: await cardShop.dispute(await cardShop.payment(), { connector: 'sandbox' }),
      payout: await cardShop.payout({ status: 'requires_fulfillment' }),
      unconfirmed: await cardShop.payout({ status: 'requires_confirmation' }),
      entry: data.balanceEntries.nodes[0].entryId,
      settlement,
      import: await cardShop.financeImport(),
      customer: await cardShop.customer(),
      request: logged,
      ruleset: await cardShop.ruleset(),
      list: await cardShop.valueList({ name: 'Known BINs' }),
      account: cardShop.account,
      profile: cardShop.profileId,
      delivery: await cardShop.webhookDelivery(event, { status: 'failed' }),
    };
  })
  /** Replaces object names in braces by their identifiers. */
  .extend(
    'named',
    ({ objects }) =>
      (text: string) =>
        text.replace(/\{(\w+)\}/g, (_, name) => objects[name]!),
  );
