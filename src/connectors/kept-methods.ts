import type { KeptMethod } from '../core/foundation/ports/connector-capabilities.ts';

/** Wallets that a connector keeps, by their types. */
export const keptWallets = (...types: readonly string[]): Readonly<Record<string, KeptMethod>> =>
  Object.fromEntries(types.map((type) => [type, { payment_method: 'wallet', payment_method_type: type }]));

/** The account behind iDEAL, which a connector learns and debits by SEPA later. */
export const idealAsDebit = {
  ideal: { payment_method: 'bank_debit', payment_method_type: 'sepa' },
} as const satisfies Readonly<Record<string, KeptMethod>>;
