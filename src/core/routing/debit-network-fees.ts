import { invalidParameter } from '../foundation/errors.ts';
import { AMOUNT_MAX, TEXT_MAX } from '../model/index.ts';
import { isRepeatable } from '../model/validation-errors.ts';

/** An account's fee for a payment over a card network. */
export interface DebitNetworkFee {
  readonly network: string;
  /** In the payment's minor units. */
  readonly fixed_amount: number;
  /** Hundredths of a percent of the amount. */
  readonly rate_basis_points: number;
}

const PARAM = 'metadata.debit_network_fees';
/** Maximum number of networks with fees per account. */
const NETWORKS_MAX = 20;
const WHOLE_BASIS_POINTS = 10_000;

const isWhole = (value: unknown, max: number): boolean =>
  Number.isSafeInteger(value) && (value as number) >= 0 && (value as number) <= max;

const members: Readonly<
  Record<keyof DebitNetworkFee, { readonly fits: (value: unknown) => boolean; readonly hint: string }>
> = {
  network: {
    fits: (value) => typeof value === 'string' && value.length > 0 && value.length <= TEXT_MAX,
    hint: 'the name of a card network, such as Star',
  },
  fixed_amount: {
    fits: (value) => isWhole(value, AMOUNT_MAX),
    hint: 'a whole number of minor units, 0 or more',
  },
  rate_basis_points: {
    fits: (value) => isWhole(value, WHOLE_BASIS_POINTS),
    hint: `a whole number of basis points from 0 to ${WHOLE_BASIS_POINTS}`,
  },
};

/**
 * Reads the debit network fees of a connector account's metadata. An account without fees is excluded from debit
 * routing.
 *
 * @throws {Problem} `invalid_parameter`, naming the path.
 */
export function readDebitNetworkFees(
  metadata: Readonly<Record<string, unknown>> | null | undefined,
): readonly DebitNetworkFee[] {
  const fees = metadata?.debit_network_fees ?? [];
  if (!Array.isArray(fees) || fees.length > NETWORKS_MAX) {
    throw invalidParameter(PARAM, `${PARAM} must be a list of at most ${NETWORKS_MAX} fees.`);
  }
  fees.forEach((fee, i) => {
    requireFee(fee, `${PARAM}[${i}]`);
  });
  return fees as DebitNetworkFee[];
}

function requireFee(fee: unknown, path: string): void {
  if (fee === null || typeof fee !== 'object' || Array.isArray(fee)) {
    throw invalidParameter(path, `${path} must be an object with ${Object.keys(members).join(', ')}.`);
  }
  for (const [name, { fits, hint }] of Object.entries(members)) {
    if (!fits((fee as Record<string, unknown>)[name])) {
      throw invalidParameter(`${path}.${name}`, `${path}.${name} must be ${hint}.`);
    }
  }
  const unknown = Object.keys(fee).find((name) => !Object.hasOwn(members, name));
  if (unknown === undefined) return;
  const param = isRepeatable(unknown) ? `${path}.${unknown}` : path;
  throw invalidParameter(param, `${path} accepts only ${Object.keys(members).join(', ')}.`);
}
