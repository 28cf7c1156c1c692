import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { accounts } from './behaviours/accounts.ts';
import { dashboard } from './behaviours/dashboard.ts';
import { disputes } from './behaviours/disputes.ts';
import { giftCards } from './behaviours/gift-cards.ts';
import { interruptions } from './behaviours/interruptions.ts';
import { otherMethodsPaid } from './behaviours/other-methods-paid.ts';
import { payments } from './behaviours/payments.ts';
import { payouts } from './behaviours/payouts.ts';
import { refunds } from './behaviours/refunds.ts';
import { savedCards } from './behaviours/saved-cards.ts';
import { threeDs } from './behaviours/three-ds.ts';
import { webhooks } from './behaviours/webhooks.ts';
import type { ConnectorHarness } from './harness.ts';
import { CONFORMANCE_OF } from './table-reporter.ts';
import { type Behaviour, enter, type Grounds, Inconclusive, missing, startGrounds } from './world.ts';

/** The conformance suite: the common behaviour of all connectors, by chapter. */
export const chapters: Readonly<Record<string, readonly Behaviour[]>> = {
  Payments: payments,
  'Methods other than cards': otherMethodsPaid,
  'Gift cards': giftCards,
  '3-D Secure': threeDs,
  Refunds: refunds,
  'Saved cards': savedCards,
  Webhooks: webhooks,
  'The dashboard of the vendor': dashboard,
  Interruptions: interruptions,
  Disputes: disputes,
  Payouts: payouts,
  'Accounts and calls': accounts,
};

/**
 * Runs the suite for a connector, in the calling file. A behaviour is skipped, with the reason, if the connector or its
 * harness lacks something for it, or if the vendor leaves it open and would decide by webhook.
 */
export function conform(harness: ConnectorHarness): void {
  describe(`${CONFORMANCE_OF}${harness.name}`, () => {
    let grounds: Grounds;
    beforeAll(async () => {
      grounds = await startGrounds(harness);
      const { checkedAgainst } = grounds.harness;
      process.stdout.write(`${harness.name}: requests are checked against ${checkedAgainst}.\n`);
    });
    afterAll(() => grounds?.close());
    for (const [chapter, all] of Object.entries(chapters)) {
      const behaviours = harness.isLive ? all.filter(({ isLive }) => isLive) : all;
      if (behaviours.length === 0) continue;
      describe(chapter, () => {
        for (const { needs = [], run, title } of behaviours) {
          test(title, async (context) => {
            const reason = needs.map((need) => missing(grounds.harness, need)).find((lack) => lack !== null);
            if (reason) context.skip(reason);
            const world = await enter(grounds);
            try {
              await run(world);
            } catch (error) {
              if (error instanceof Inconclusive) context.skip(error.message);
              throw error;
            } finally {
              if (harness.isLive) await world.giveBack();
            }
            expect(grounds.harness.violations()).toEqual([]);
          });
        }
      });
    }
  });
}
