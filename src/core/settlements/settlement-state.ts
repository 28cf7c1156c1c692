/** The state of a settlement `s`: the transfer and the bank's line equal the sum of the lines, else it differs. */
export const stateText = `
  case when coalesce(s.bank_amount, s.transferred) is null then 'open'
    when coalesce(s.bank_amount, s.net) <> s.net or coalesce(s.transferred, s.net) <> s.net then 'differs'
    when s.paid_at is not null or s.bank_amount is not null then 'paid' else 'in_transit' end`;
