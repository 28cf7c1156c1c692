import type { ScaExemption } from '../foundation/ports/connector-capabilities.ts';
import type { ThreeDsAction } from './three-ds-action.ts';

/** The members of a payment that say which 3-D Secure it requests. */
export interface ThreeDsPayment {
  readonly payment_method?: string | null;
  readonly off_session?: boolean | null;
  readonly payment_channel?: string | null;
  readonly authentication_type?: string | null;
  readonly force_3ds_challenge?: boolean | null;
  readonly psd2_sca_exemption_type?: ScaExemption | null;
}

/** The setting of a profile that applies to payments without a `force_3ds_challenge`. */
export interface ThreeDsProfile {
  readonly force_3ds_challenge: boolean;
}

/** The 3-D Secure that a charge requests. */
export interface ThreeDsTerms {
  readonly threeDs: boolean;
  /** Preference for a challenge, if 3-D Secure runs. */
  readonly preference: 'challenge' | 'no_preference' | 'no_challenge';
  /** The exemption to request with the authorization. */
  readonly exemption: ScaExemption | null;
  /** The effect of the rules, a sentence for people. */
  readonly effect: string;
}

const strength = { no_challenge: 0, no_preference: 1, challenge: 2 } as const;
type Preference = keyof typeof strength;

const effects: Readonly<Record<Preference, string>> = {
  challenge: 'The customer is challenged.',
  no_preference: '3-D Secure runs without a preference.',
  no_challenge: '3-D Secure is requested, preferably without a challenge.',
};

/**
 * Combines what a payment and its profile request with the action of a rule. The action raises the request and never
 * lowers it; a payment's own exemption goes before it. An absent customer is never challenged, and only cards have
 * exemptions.
 */
export function threeDsTerms(
  payment: ThreeDsPayment,
  profile: ThreeDsProfile,
  action: ThreeDsAction | null,
): ThreeDsTerms {
  // Nobody can pass a challenge by mail or telephone either.
  const isAbsent = payment.off_session === true || payment.payment_channel === 'moto';
  const isRequested = payment.authentication_type === 'three_ds';
  const isForced = payment.force_3ds_challenge ?? profile.force_3ds_challenge;
  const own = payment.psd2_sca_exemption_type ?? null;
  const asked = {
    threeDs: isRequested && !isAbsent,
    preference: isForced ? 'challenge' : 'no_preference',
    exemption: null,
  } as const;
  if (payment.payment_method !== 'card') {
    return { ...asked, preference: 'no_preference', effect: 'Nothing changes: only cards have 3-D Secure.' };
  }
  if (own) return ownExemption(own, asked, isForced && !isAbsent);
  if (!action || action.three_ds === null) {
    return { ...asked, effect: 'The payment decides about 3-D Secure.' };
  }
  if (action.three_ds === 'exempt') {
    const exemption = action.exemption!;
    if (asked.threeDs || (isForced && !isAbsent)) {
      const source = asked.threeDs ? '3-D Secure' : 'a challenge';
      return {
        ...asked,
        effect: `The exemption ${exemption} is not requested, because the payment requests ${source}.`,
      };
    }
    return { ...asked, exemption, effect: `The exemption ${exemption} is requested.` };
  }
  if (isAbsent) {
    return { ...asked, effect: 'Nothing changes: the customer is absent and is not challenged.' };
  }
  const least: Preference = isForced ? 'challenge' : isRequested ? 'no_preference' : 'no_challenge';
  const preference = strength[action.three_ds] > strength[least] ? action.three_ds : least;
  const effect = effects[preference];
  const isHigher = strength[preference] > strength[action.three_ds];
  return {
    threeDs: true,
    preference,
    exemption: null,
    effect: isHigher ? `The payment requests more than the rule. ${effect}` : effect,
  };
}

/** The request of a payment that brings its own exemption. A challenge that is forced goes before it. */
function ownExemption(
  own: ScaExemption,
  asked: Pick<ThreeDsTerms, 'threeDs' | 'preference' | 'exemption'>,
  isForced: boolean,
): ThreeDsTerms {
  if (isForced) {
    return {
      ...asked,
      effect: `The payment's own exemption ${own} goes first, but is not requested, because the payment requests a challenge.`,
    };
  }
  return {
    ...asked,
    preference: 'no_challenge',
    exemption: own,
    effect: `The payment's own exemption ${own} goes first and is requested.`,
  };
}
