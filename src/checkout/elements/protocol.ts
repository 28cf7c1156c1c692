import type { FramedStep } from '../page/challenge.tsx';
import type { PaymentNow } from '../page/pay.ts';
import type { FrameData } from '../server/checkout-data.ts';
import type { Appearance, ElementChange, ElementKind, ElementsError } from './form-types.ts';

/** The elements of a shop's form. Each is a frame of the service's origin. */
export const elementKinds = [
  'payment',
  'card',
  'cardNumber',
  'cardExpiry',
  'cardCvc',
] as const satisfies ElementKind[];

/** A frame's first message to the surrounding page: it runs and waits to be opened. It carries no data. */
export interface FrameHello {
  readonly switchyard: 'hello';
}

/** The message that opens a frame. It carries the port for all further messages. */
export interface FrameOpening {
  readonly switchyard: 'open';
  readonly publishableKey: string;
  readonly clientSecret: string;
  readonly appearance: Appearance;
  /** Identifies the elements of one form among the frames of a page. */
  readonly group: string;
  /** The step to show; only for the frame of a bank's page. */
  readonly step: FramedStep | null;
  /** Whether the page confirms wallet approvals, so that wallets have buttons. */
  readonly confirmsWallets?: boolean;
}

/** A request of the shop's page to a frame; its response has the same `id`. */
export type FrameRequest =
  | { readonly type: 'confirm'; readonly id: number; readonly added: object }
  | { readonly type: 'check'; readonly id: number }
  | { readonly type: 'return_address'; readonly id: number }
  /** The payment's outcome after a step elsewhere. */
  | { readonly type: 'result'; readonly id: number }
  | { readonly type: 'focus' | 'blur' | 'clear'; readonly id: number };

/** The responses of a frame. */
export type FrameAnswer =
  | { readonly kind: 'payment'; readonly payment: PaymentNow }
  | { readonly kind: 'step'; readonly step: FramedStep }
  | { readonly kind: 'error'; readonly error: ElementsError }
  | { readonly kind: 'address'; readonly address: string | null }
  | { readonly kind: 'done' };

/** A frame's unsolicited reports. */
export type FrameReport =
  | { readonly type: 'ready' | 'focus' | 'blur' | 'submit' | 'returned' }
  /** The customer left the bank's page; the message says so in their language. */
  | { readonly type: 'left'; readonly message: string }
  /** The frame runs, but has nothing to show: for example, no payment has the client secret. */
  | { readonly type: 'failed'; readonly error: ElementsError }
  | { readonly type: 'change'; readonly change: ElementChange }
  | { readonly type: 'confirm'; readonly wallet: string }
  | { readonly type: 'height'; readonly height: number }
  | { readonly type: 'answer'; readonly id: number; readonly answer: FrameAnswer };

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null;

const isText = (value: unknown, form: RegExp): boolean => typeof value === 'string' && form.test(value);
const publishableKeyForm = /^pk_\w{1,128}$/;
const clientSecretForm = /^([A-Za-z0-9_-]{1,64})_secret_\w{1,128}$/;

/** Whether a message opens a frame. No other message of the surrounding page is accepted. */
export const isOpening = (data: unknown): data is FrameOpening =>
  isRecord(data) &&
  data.switchyard === 'open' &&
  isText(data.publishableKey, publishableKeyForm) &&
  isText(data.clientSecret, clientSecretForm) &&
  typeof data.group === 'string' &&
  isRecord(data.appearance) &&
  (data.step === null || (isRecord(data.step) && /^https?:/.test(String(data.step.url))));

export const isHello = (data: unknown): data is FrameHello => isRecord(data) && data.switchyard === 'hello';

/** Whether a port's message is a request. */
export const isRequest = (data: unknown): data is FrameRequest =>
  isRecord(data) && typeof data.id === 'number' && typeof data.type === 'string';

/** Whether a port's message is a report. */
export const isReport = (data: unknown): data is FrameReport =>
  isRecord(data) && typeof data.type === 'string';

/** The payment of a client secret, which starts with the payment's identifier. */
export const paymentIdOf = (clientSecret: string): string => clientSecretForm.exec(clientSecret)?.[1] ?? '';

/**
 * Whether an opening is for the payment and merchant of the frame's URL. The URL decides the allowed framing sites, so a
 * page must not open it with another merchant's payment.
 */
export const isForFrame = (opening: FrameOpening, frame: FrameData): boolean =>
  opening.publishableKey === frame.publishableKey && paymentIdOf(opening.clientSecret) === frame.paymentId;
