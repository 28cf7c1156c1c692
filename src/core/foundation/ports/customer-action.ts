import type { TransferInstructions, VoucherInstructions } from '../payment-method-details.ts';

/** The customer's browser opens a page of the connector or issuer by GET. */
export interface RedirectAction {
  readonly type: 'redirect';
  readonly url: string;
}

/** The same by POST with these fields. A page of the service submits the form, so that merchants redirect as usual. */
export interface FormAction {
  readonly type: 'form';
  readonly url: string;
  readonly fields: Readonly<Record<string, string>>;
}

/** Data for an SDK in the merchant's page or app, under the SDK's names. */
export interface SdkAction {
  readonly type: 'sdk';
  readonly data: Readonly<Record<string, unknown>>;
}

/** A code for the customer to scan: its content, its image's address, or both. */
export interface QrCodeAction {
  readonly type: 'qr_code';
  readonly content: string | null;
  readonly imageUrl: string | null;
  /** Expiry of the code, in ISO 8601; null if it expires with the payment's session. */
  readonly validUntil: string | null;
}

/** The customer sends the money; the connector reports its arrival until the deadline. */
export interface BankTransferAction {
  readonly type: 'bank_transfer';
  readonly transfer: TransferInstructions;
  /** Time until which the transfer may arrive, in ISO 8601. */
  readonly transferBefore: string;
}

/** The customer pays a voucher in a shop or at a bank; likewise. */
export interface VoucherAction {
  readonly type: 'voucher';
  readonly voucher: VoucherInstructions;
  /** Time until which it can be paid, in ISO 8601. */
  readonly payBefore: string;
}

/** The customer's next step in a payment. */
export type CustomerAction =
  | RedirectAction
  | FormAction
  | SdkAction
  | QrCodeAction
  | BankTransferAction
  | VoucherAction;

/**
 * Whether the customer is redirected and returns, or the outcome follows immediately: then the return or the end of
 * the session completes the action, without look-ups meanwhile.
 */
export const isInteractive = ({ type }: CustomerAction): boolean =>
  type === 'redirect' || type === 'form' || type === 'sdk';
