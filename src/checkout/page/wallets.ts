import type { FormData } from '../server/checkout-data.ts';
import { needsAcceptance } from './form-state.ts';
import { type Access, posted, send } from './pay.ts';
import type { Shown } from './shown.ts';

type Json = Readonly<Record<string, unknown>>;

/** The customer's approval in a wallet, to be confirmed with the values of its sheet. */
export interface Approval extends WalletApproval {
  readonly shown: Shown;
}

/** The wallet's data after the customer's approval. */
export interface WalletApproval {
  /** `google_pay` or `apple_pay`. */
  readonly wallet: string;
  /** The parameters of the confirmation. */
  readonly body: Record<string, unknown>;
  /** Reports the result to the wallet. */
  readonly done: (isTaken: boolean) => void;
}

/** The callbacks of a wallet's button. */
export interface WalletEvents<Approved = WalletApproval> {
  readonly onApproved: (approval: Approved) => void;
  /** The sheet was closed or timed out: the approval is no longer valid. */
  readonly onCancelled: () => void;
  /** The wallet could not be opened. */
  readonly onProblem: () => void;
}

/** An available wallet in the response of `POST /payments/{payment_id}/wallets`. */
export interface OpenedWallet {
  /** The total of its sheet, in minor units. */
  readonly net_amount: number;
  readonly wallet_name: string;
  readonly session_data: Json;
}

/**
 * The host of the top page, by which Apple identifies a shop, even if the form is in a frame. Browsers that hide it from
 * frames have no Apple Pay.
 */
function pageHost(): string {
  const around = location.ancestorOrigins;
  const top = around?.length ? around[around.length - 1] : undefined;
  try {
    return new URL(top ?? location.href).hostname;
  } catch {
    return location.hostname;
  }
}

/** Whether the offer has a wallet with a button. Wallets that require consent to later charges have none. */
export const offersButtons = (form: Pick<FormData, 'offer' | 'settings'>): boolean =>
  (form.offer?.payment_methods ?? []).some(({ payment_method: family, payment_method_types: types }) =>
    types.some(
      (type) => type.has_button && !needsAcceptance(form, { kind: 'other', id: '', label: '', family, type }),
    ),
  );

/** The available wallets. */
export interface OpenedWallets {
  readonly currency: string;
  readonly wallets: readonly OpenedWallet[];
}

/** Loads the payment's wallets; null on failure, since other methods remain. */
export async function openWallets(access: Access): Promise<OpenedWallets | null> {
  const body = { client_secret: access.clientSecret, domain: pageHost() };
  const answer = await send<OpenedWallets>(access, '/wallets', posted(body));
  return answer.kind === 'payment' ? answer.payment : null;
}

/** Apple's merchant session; null if it could not be opened. */
export async function merchantSession(access: Access): Promise<Json | null> {
  const body = { client_secret: access.clientSecret, domain: pageHost() };
  const answer = await send<{ merchant_session: Json }>(access, '/apple_pay_session', posted(body));
  return answer.kind === 'payment' ? answer.payment.merchant_session : null;
}

/** The parameters of a confirmation, with a wallet's token and contacts. */
export function walletConfirmation(
  wallet: string,
  token: Json,
  { billing, email, shipping }: { billing?: Json | null; shipping?: Json | null; email?: string | null },
): Record<string, unknown> {
  return {
    payment_method: 'wallet',
    payment_method_type: wallet,
    payment_method_data: { wallet: { [wallet]: token }, ...(billing ? { billing } : {}) },
    ...(shipping ? { shipping } : {}),
    ...(email ? { email } : {}),
  };
}

/** An object without its empty members; null if nothing remains. */
export function filledIn(members: Json): Json | null {
  const given = Object.entries(members).filter(
    ([, value]) => value !== undefined && value !== null && value !== '',
  );
  return given.length > 0 ? Object.fromEntries(given) : null;
}
