import { enumeration } from '../model/index.ts';

export const BalanceEntryType = enumeration(
  'BalanceEntryType',
  "Type of an entry in the merchant's balance at a connector account.",
  {
    capture: 'Captured money.',
    capture_failure: 'Captured money that the connector took back because it was not received.',
    refund: 'A refund.',
    refund_failure: 'A refund that failed: the money is back in the balance.',
    dispute: 'Money taken for a dispute.',
    dispute_reversal: 'Money returned after a dispute.',
    payout: 'A payout to a recipient.',
    payout_failure: 'A payout that did not arrive: the money is back in the balance.',
    fee: 'A fee charged alone, or given back.',
    adjustment: 'A correction of a difference.',
    transfer: "A transfer from the connector to the merchant's bank.",
    conversion: 'A conversion between currencies of the balance.',
  },
);
