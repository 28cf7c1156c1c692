/** Details of each kind of payment method in REST form. The sandbox decides by the last digits. */
export const IBAN = 'DE89370400440532013000';
export const ACCOUNT = '000123456789';
export const TOKEN = 'tok_of_a_wallet_4242';

/** Accounts with the endings of test cards: `sepaEndingIn('0002')` is refused. */
export function sepaEndingIn(end: string): string {
  const account = `3704004405320${'1'.padEnd(5 - end.length, '0')}${end}`.padEnd(18, '0');
  const digits = BigInt(`${account}131400`);
  return `DE${String(98n - (digits % 97n)).padStart(2, '0')}${account}`;
}

export const details = {
  bank_debit: { sepa_bank_debit: { iban: IBAN, bank_account_holder_name: 'Ann Example' } },
  bank_redirect: { ideal: { bank_name: 'ing' } },
  wallet: {
    google_pay: {
      type: 'CARD',
      info: { card_network: 'VISA', card_details: '4242' },
      tokenization_data: { type: 'PAYMENT_GATEWAY', token: TOKEN },
    },
  },
  bank_transfer: { sepa_bank_transfer: { bank_account_holder_name: 'Ann Example' } },
  pay_later: { klarna_redirect: { billing_country: 'DE' } },
  voucher: { boleto: { social_security_number: '52998224725' } },
  real_time_payment: { prompt_pay: {} },
  upi: { upi_collect: { vpa_id: 'alice@okbank' } },
  gift_card: { givex: { number: '6006490000000000', cvc: '737' } },
  crypto: { pay_currency: 'USDC', network: 'solana' },
} as const;

/** The method entries of an account that supports every kind. */
export const acceptsEveryKind = ['card', ...Object.keys(details)].map((payment_method) => ({
  payment_method,
  recurring_enabled: true,
  installment_payment_enabled: false,
}));
