import type { Demo } from './statements.ts';

/** Where a customer answers the sandbox's challenge, as SQL, from the expression of its transaction. */
export const challengeUrl = ({ client, publicUrl }: Demo, transaction: string) =>
  `${client.escapeLiteral(`${publicUrl}/sandbox/3ds/`)} || ${transaction}`;

/** Where the sandbox sends the customer of a row `p` of the drawn payments back to, as SQL. */
export const returnUrl = ({ client, publicUrl }: Demo) =>
  `${client.escapeLiteral(`${publicUrl}/return/`)} || p.merchant_id || '/' || p.payment_id`;
