import type { Payment } from '../entities/payment.ts';
import type { Outcome } from '../foundation/connector.ts';

/**
 * Shows the customer's next step. A bank transfer takes days, so a payment that waits for one does not end with its
 * session.
 */
export function showNextAction(
  payment: Payment,
  outcome: Extract<Outcome, { kind: 'requires_action' }>,
): void {
  if ('redirectUrl' in outcome) {
    payment.next_action = { type: 'redirect_to_url', redirect_to_url: outcome.redirectUrl };
    return;
  }
  const { transfer, transferBefore } = outcome;
  payment.next_action = {
    type: 'display_bank_transfer_information',
    bank_transfer_instructions: {
      account_holder_name: transfer.accountHolderName,
      bank_name: transfer.bankName ?? null,
      iban: transfer.iban ?? null,
      bic: transfer.bic ?? null,
      account_number: transfer.accountNumber ?? null,
      routing_number: transfer.routingNumber ?? null,
      sort_code: transfer.sortCode ?? null,
      reference: transfer.reference,
    },
  };
  payment.expires_on = new Date(transferBefore);
}
