import type { Payment } from '../../entities/payment.ts';
import type { NextAction } from '../../entities/values/payment-parts.ts';
import type { WritingContext } from '../../foundation/context.ts';
import type { BankTransferAction, CustomerAction } from '../../foundation/ports/customer-action.ts';
import { pageAddress } from '../customer/customer-session.ts';

/**
 * Shows the customer's next step. A bank transfer or a voucher takes days, so a payment that waits for one does not end with its
 * session. Forms are submitted by a page of the service, so that merchants only need to redirect.
 */
export function showNextAction(tx: WritingContext, payment: Payment, action: CustomerAction): void {
  payment.next_action = nextActionOf(tx, payment, action);
  if (action.type === 'bank_transfer') payment.expires_on = new Date(action.transferBefore);
  if (action.type === 'voucher') payment.expires_on = new Date(action.payBefore);
}

function nextActionOf(tx: WritingContext, payment: Payment, action: CustomerAction): NextAction {
  switch (action.type) {
    case 'redirect':
      return { type: redirectType(payment), redirect_to_url: action.url };
    case 'form':
      return { type: redirectType(payment), redirect_to_url: pageAddress(tx.ports, 'continue', payment) };
    case 'sdk':
      return { type: 'invoke_sdk', sdk_data: { ...action.data } };
    case 'qr_code': {
      const { content, imageUrl, validUntil } = action;
      return { type: 'display_qr_code', qr_code: { content, image_url: imageUrl, valid_until: validUntil } };
    }
    case 'bank_transfer':
      return { type: 'display_bank_transfer_information', bank_transfer_instructions: instructions(action) };
    case 'voucher': {
      const { payBefore, voucher } = action;
      return {
        type: 'display_voucher_information',
        voucher_details: {
          reference: voucher.reference,
          entity: voucher.entity ?? null,
          confirmation_number: voucher.confirmationNumber ?? null,
          expires_at: new Date(payBefore).toISOString(),
          download_url: voucher.downloadUrl ?? null,
          instructions_url: voucher.instructionsUrl ?? null,
        },
      };
    }
  }
}

/** Whether the merchant's page opens a redirect in a frame or a new window, or navigates to it. */
const redirectType = ({ is_iframe_redirection_enabled: inFrame }: Payment) =>
  inFrame ? 'redirect_inside_popup' : 'redirect_to_url';

const instructions = ({ transfer }: BankTransferAction) => ({
  account_holder_name: transfer.accountHolderName,
  bank_name: transfer.bankName ?? null,
  iban: transfer.iban ?? null,
  bic: transfer.bic ?? null,
  account_number: transfer.accountNumber ?? null,
  routing_number: transfer.routingNumber ?? null,
  sort_code: transfer.sortCode ?? null,
  reference: transfer.reference,
});
