/** The networks of vendors' names of cards' brands, as in `card_network`. */
const networks: Readonly<Record<string, string>> = {
  amex: 'American Express',
  cup: 'UnionPay',
  diners: 'Diners Club',
  discover: 'Discover',
  elo: 'Elo',
  hiper: 'Hiper',
  hipercard: 'Hipercard',
  jcb: 'JCB',
  maestro: 'Maestro',
  mastercard: 'Mastercard',
  mc: 'Mastercard',
  unionpay: 'UnionPay',
  verve: 'Verve',
  visa: 'Visa',
};

/** The network of a card's brand, by the vendor's name for it; null for an unknown brand. */
export const networkOfBrand = (brand: string | null | undefined): string | null =>
  networks[brand?.toLowerCase() ?? ''] ?? null;
