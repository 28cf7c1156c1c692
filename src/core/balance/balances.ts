import { whileReconIsActive } from '../entities/balance-entry.ts';
import { type Context, profileOfCaller } from '../foundation/context.ts';
import * as f from '../model/fields.ts';
import { Input, ValueObject } from '../model/index.ts';
import { requireMerchant } from '../writes/transactions.ts';

@Input({ about: 'The time of balances.' })
export class BalancesRequest {
  @f.Timestamp('Time of the balances; now if omitted.') at?: string | null;
}

/** The members always sum to the net of all entries but transfers. */
@ValueObject({
  about:
    'The balance of the merchant at a connector account, in one currency: the sums of its entries. The four amounts sum to the net of all entries but transfers.',
})
export class AccountBalance {
  @f.Id('Connector account; null for entries whose account is not known.', {
    example: 'mca_01JZ5V0G7N4S8X2T6W9Y3B1C5D',
  })
  merchant_connector_id?: string | null;
  @f.Currency('Three-letter ISO 4217 code of the currency of the amounts.', { required: true })
  currency!: string;
  @f.Balance(
    'Money that is not available yet, in minor units: of entries that are not settled, and whose `available_on` is later or unknown.',
    { required: true, example: 41_200 },
  )
  expected!: number;
  @f.Balance('Money that the connector can pay to the bank, in minor units.', {
    required: true,
    example: 180_350,
  })
  available!: number;
  @f.Balance('Money that the connector paid, and that no bank statement confirms yet, in minor units.', {
    required: true,
    example: 0,
  })
  in_transit!: number;
  @f.Balance('Money that arrived at the bank, in minor units.', { required: true, example: 920_000 })
  paid_out!: number;
}

const isAvailable = `(state = 'settled' or coalesce(available_on <= $2::timestamptz, false))`;
const sum = (sign: '' | '-', where: string) => `coalesce(${sign}sum(net) filter (where ${where}), 0)`;
const isTransfer = `(type = 'transfer')`;

const balancesText = `
  select merchant_connector_id, currency,
    ${sum('', `not ${isTransfer} and not ${isAvailable}`)}::text as expected,
    (${sum('', `not ${isTransfer} and ${isAvailable}`)} + ${sum('', isTransfer)})::text as available,
    ${sum('-', `${isTransfer} and state <> 'settled'`)}::text as in_transit,
    ${sum('-', `${isTransfer} and state = 'settled'`)}::text as paid_out
  from balance_entries
  where merchant_id = $1 and occurred_at <= $2::timestamptz and ($3::text is null or profile_id = $3)
    and ${whileReconIsActive.sql('', '$1')}
  group by merchant_connector_id, currency order by merchant_connector_id, currency`;

type BalanceRow = Record<'expected' | 'available' | 'in_transit' | 'paid_out', string> &
  Pick<AccountBalance, 'currency'> & { readonly merchant_connector_id: string | null };

/**
 * Reads the balances of a merchant by connector account and currency, of the entries that occurred until a time; none while
 * reconciliation is not active. A caller who is restricted to a business profile sees its entries only.
 */
export async function readBalances(ctx: Context, { at }: BalancesRequest): Promise<AccountBalance[]> {
  const merchantId = requireMerchant(ctx);
  const until = at ?? ctx.ports.now().toISOString();
  const values = [merchantId, until, profileOfCaller(ctx.caller)];
  const touches = { reads: ['balance_entries', 'merchant_accounts'] };
  const statement = { text: balancesText, values, touches, heavy: true };
  const rows = await ctx.rows.query<BalanceRow>(statement, merchantId);
  return rows.map(({ available, currency, expected, in_transit, merchant_connector_id, paid_out }) => ({
    ...{ merchant_connector_id, currency },
    expected: Number(expected),
    available: Number(available),
    in_transit: Number(in_transit),
    paid_out: Number(paid_out),
  }));
}
