import type { FormData } from '../server/checkout-data.ts';
import { needsAcceptance } from './form-state.ts';
import { type Access, posted, send } from './pay.ts';
import type { Shown } from './shown.ts';

type Json = Readonly<Record<string, unknown>>;

/** The customer's approval in a wallet, to be confirmed with what its sheet showed. */
export interface Approval extends WalletApproval {
  readonly shown: Shown;
}

/** What a wallet hands over when the customer approves. */
export interface WalletApproval {
  /** `google_pay` or `apple_pay`. */
  readonly wallet: string;
  /** The parameters of the confirmation. */
  readonly body: Record<string, unknown>;
  /** Reports the result to the wallet. */
  readonly done: (isTaken: boolean) => void;
}

/** How a wallet's button reports. */
export interface WalletEvents<Approved = WalletApproval> {
  readonly onApproved: (approval: Approved) => void;
  /** The sheet was closed, or ran out of time: what was approved holds no longer. */
  readonly onCancelled: () => void;
  /** The wallet could not be opened. */
  readonly onProblem: () => void;
}

/** A wallet whose button can be made, as `POST /payments/{payment_id}/wallets` answers it. */
export interface OpenedWallet {
  readonly wallet_name: string;
  readonly session_data: Json;
}

/**
 * The host of the page in the window: Apple knows a shop by it, also where the form is in a frame. Browsers that do not tell
 * a frame have no Apple Pay.
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

/** Whether the offer has a wallet with a button. One that the customer would have to agree to later charges for has none. */
export const offersButtons = (form: Pick<FormData, 'offer' | 'settings'>): boolean =>
  (form.offer?.payment_methods ?? []).some(({ payment_method: family, payment_method_types: types }) =>
    types.some(
      (type) => type.has_button && !needsAcceptance(form, { kind: 'other', id: '', label: '', family, type }),
    ),
  );

/** Wallets whose buttons can be made, with the total that their sheets show. */
export interface OpenedWallets {
  readonly net_amount: number;
  readonly currency: string;
  readonly wallets: readonly OpenedWallet[];
}

/** Opens the wallets that the payment can be paid with; null if that fails, as there are other ways to pay. */
export async function openWallets(access: Access): Promise<OpenedWallets | null> {
  const body = { client_secret: access.clientSecret, domain: pageHost() };
  const answer = await send<OpenedWallets>(access, '/wallets', posted(body));
  return answer.kind === 'payment' ? answer.payment : null;
}

/** Apple's merchant session; null if none is opened. */
export async function merchantSession(access: Access): Promise<Json | null> {
  const body = { client_secret: access.clientSecret, domain: pageHost() };
  const answer = await send<{ merchant_session: Json }>(access, '/apple_pay_session', posted(body));
  return answer.kind === 'payment' ? answer.payment.merchant_session : null;
}

/** The parameters of a confirmation with a wallet's token, and the contacts that the wallet gave. */
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

/** An object without members that are empty; null if none is left. */
export function filledIn(members: Json): Json | null {
  const given = Object.entries(members).filter(
    ([, value]) => value !== undefined && value !== null && value !== '',
  );
  return given.length > 0 ? Object.fromEntries(given) : null;
}
