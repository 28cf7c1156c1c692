/** Values shown or stored although they look like secrets, and why. */
export const shownByContract: readonly { readonly where: RegExp; readonly why: string }[] = [
  {
    where: /\.(card_extended_bin|cardExtendedBin)$/,
    why: 'The first eight digits identify the issuer; they may be shown.',
  },
  {
    where: /^answer .*[. ](payment_response_hash_key|paymentResponseHashKey)$/,
    why: 'The merchant verifies signatures with it; the specification has it on merchant accounts and profiles.',
  },
  {
    where: /^answer .*\.id$/,
    why: 'A global identifier encodes the identifier that the caller chose.',
  },
  {
    where: /^dump public\.idempotency_keys\.key$/,
    why: 'An idempotency key names a request and opens nothing; the request and its answer are encrypted.',
  },
  {
    where: /\.(profile_name|profileName)$/,
    why: 'A merchant account gets a profile named after each entry of primary_business_details.',
  },
  {
    where: /^dump public\.search_entries\.words$/,
    why: 'The words of the fields that lists are searched by: they are stored in clear beside them.',
  },
  {
    where: /[. ](suspension_reason|suspensionReason)$/,
    why: 'It is the `reason` that a suspension gives.',
  },
  {
    where: /^dump public\.payouts\.connectors$/,
    why: "The column of a payout's `connector`, a list of names.",
  },
];

/** Secret fields that accept none of this suite's planted values, and why. */
export const onlyRefused: readonly { readonly places: RegExp; readonly why: string }[] = [
  {
    places: /\.(clientSecret|paymentToken|payoutToken)$/,
    why: 'The service makes them: any other value is refused.',
  },
  {
    places: /^(ConfirmPaymentInput|PaymentConfirmationInput|PaymentCreationInput)\.cardCvc$/,
    why: 'These requests confirm at accounts that take no card whose code has four digits, as the planted one has. createPayment takes it.',
  },
];
