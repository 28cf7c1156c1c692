import fc from 'fast-check';
import { expect, test } from 'vitest';
import { threeDsEffects } from '../../../../src/core/entities/values/rule-actions.ts';
import { scaExemptions } from '../../../../src/core/foundation/ports/connector-capabilities.ts';
import { requestsThreeDs } from '../../../../src/core/routing/routing-request.ts';
import type { ThreeDsAction } from '../../../../src/core/rules/three-ds-action.ts';
import { threeDsTerms } from '../../../../src/core/rules/three-ds-terms.ts';
import { seed } from '../../../kit/property.ts';

const strength = { none: 0, no_challenge: 1, no_preference: 2, challenge: 3 } as const;

const payment = fc.record({
  payment_method: fc.constantFrom('card', 'wallet', null),
  off_session: fc.constantFrom(true, false, null),
  authentication_type: fc.constantFrom('three_ds', 'no_three_ds', null),
  force_3ds_challenge: fc.constantFrom(true, false, null),
  psd2_sca_exemption_type: fc.constantFrom(null, ...scaExemptions),
});
const profile = fc.record({ force_3ds_challenge: fc.boolean() });
const action = fc.option(
  fc
    .constantFrom(...threeDsEffects)
    .chain((effect) =>
      effect === 'exempt'
        ? fc
            .constantFrom(...scaExemptions)
            .map((exemption): ThreeDsAction => ({ three_ds: effect, exemption }))
        : fc.constant<ThreeDsAction>({ three_ds: effect }),
    ),
);

type Terms = ReturnType<typeof threeDsTerms>;
const strengthOf = ({ preference, threeDs }: Pick<Terms, 'preference' | 'threeDs'>) =>
  threeDs ? strength[preference] : strength.none;

test('An action raises what a payment and its profile request, and never lowers it', () => {
  fc.assert(
    fc.property(payment, profile, action, (paid, of, then) => {
      const alone = threeDsTerms(paid, of, null);
      const terms = threeDsTerms(paid, of, then);
      expect(strengthOf(terms)).toBeGreaterThanOrEqual(strengthOf(alone));
      // Whoever requests 3-D Secure or a challenge is not exempted by rules.
      const isForced = paid.force_3ds_challenge ?? of.force_3ds_challenge;
      if (!paid.psd2_sca_exemption_type && (alone.threeDs || (isForced && paid.off_session !== true))) {
        expect(terms.exemption).toBeNull();
      }
      if (terms.threeDs && isForced && paid.payment_method === 'card')
        expect(terms.preference).toBe('challenge');
      expect(terms.effect).toMatch(/^[A-Z3T].*\.$/);
    }),
    { seed, numRuns: 5000 },
  );
});

test('An absent customer is never challenged, and only cards are exempted', () => {
  fc.assert(
    fc.property(payment, profile, action, (paid, of, then) => {
      const terms = threeDsTerms(paid, of, then);
      if (paid.off_session === true) expect(terms.threeDs).toBe(false);
      if (paid.payment_method !== 'card') expect(terms.exemption).toBeNull();
      // Rules of a non-card payment change nothing.
      if (paid.payment_method !== 'card') expect(terms).toEqual(threeDsTerms(paid, of, null));
    }),
    { seed, numRuns: 5000 },
  );
});

test('A payment requests 3-D Secure exactly if its terms run it, by a model of the table in the docs', () => {
  fc.assert(
    fc.property(payment, profile, action, (paid, of, then) => {
      const terms = threeDsTerms(paid, of, then);
      const decisions = then
        ? [{ decision: 'three_ds' as const, ruleset_id: 'rul', version: 1, action: then, why: '' }]
        : [];
      const asks = requestsThreeDs({ ...paid, decisions }) && paid.off_session !== true;
      expect(asks).toBe(terms.threeDs);
      const own = paid.psd2_sca_exemption_type;
      const isOpen = paid.payment_method === 'card' && paid.off_session !== true;
      const isForced = isOpen && (paid.force_3ds_challenge ?? of.force_3ds_challenge);
      const isAsked = isOpen && paid.authentication_type === 'three_ds';
      if (paid.payment_method === 'card') {
        const exemption = own ?? (isAsked ? null : (then?.exemption ?? null));
        expect(terms.exemption).toBe(isForced ? null : exemption);
        if (!own && isOpen && then && then.three_ds !== 'exempt') {
          const chosen = [then.three_ds, isForced ? 'challenge' : isAsked ? 'no_preference' : 'no_challenge'];
          expect(terms.preference).toBe(
            (['challenge', 'no_preference', 'no_challenge'] as const).find((one) => chosen.includes(one)),
          );
        }
      }
    }),
    { seed, numRuns: 5000 },
  );
});
