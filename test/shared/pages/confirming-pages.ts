import path from 'node:path';
import type { CheckoutData, FormData, FrameData } from '../../../src/checkout/server/checkout-data.ts';
import type { RecipientData } from '../../../src/checkout/server/recipient-data.ts';
import { camelCase } from '../../../src/core/model/description.ts';
import type { Client } from '../../kit/client.ts';
import { CVC, cards } from '../../kit/sandbox-shop.ts';

/** A module of the pages. It uses browser types, so it is imported by name. */
// biome-ignore lint/suspicious/noExplicitAny: see above.
const load = (name: string): Promise<any> =>
  import(path.resolve(import.meta.dirname, '../../../src/checkout', name));

const { confirmationOf, shownBy } = await load('page/confirmation.ts');
const { nothingTyped } = await load('page/form-state.ts');
const { walletConfirmation } = await load('page/wallets.ts');
const { formOf } = await load('elements/load-form.ts');
const { bodyOf } = await load('recipient/entered.ts');
/** The elements of a shop's form. */
export const elementKinds: readonly string[] = (await load('elements/protocol.ts')).elementKinds;

/** A payment as created by its merchant. */
export interface Paid {
  readonly payment_id: string;
  readonly client_secret: string;
  readonly payment_link: { readonly link: string; readonly secure_link: string };
}

/** A payment and the key of its page. */
export interface Opened {
  readonly client: Client;
  readonly url: string;
  readonly key: string;
  readonly payment: Paid;
}

/** A page's request when its customer confirms: made by the page's own code. */
export type Press = () => Promise<Record<string, unknown>>;

const typedCard = {
  ...nothingTyped,
  number: cards.good,
  expiry: '12 / 39',
  code: CVC,
  holder: 'Ann Example',
  accepts: true,
};

/** The data in the HTML of a page. */
export async function dataOf<Data>(address: string): Promise<Data> {
  const html = await (await fetch(address)).text();
  return JSON.parse(/id="data">([^<]*)</.exec(html)![1]!) as Data;
}

/** The card form. */
function cardEntry({ offer }: FormData) {
  const methods = offer?.payment_methods ?? [];
  const card = methods.find(({ payment_method: kind }) => kind === 'card');
  return { id: 'card', label: '', kind: 'card', types: card?.payment_method_types ?? [] };
}

const pay = (form: FormData) => ({ ...confirmationOf(form, cardEntry(form), typedCard, false) });

const hosted =
  (link: keyof Paid['payment_link']) =>
  ({ payment, url }: Opened): Press =>
  async () =>
    pay(await dataOf<CheckoutData>(url + new URL(payment.payment_link[link]).pathname));

async function frameForm(of: Opened, element: string): Promise<FormData> {
  const { client, key, payment, url } = of;
  const frame = await dataOf<FrameData>(`${url}/elements/${key}/${payment.payment_id}/${element}`);
  const query = `?client_secret=${payment.client_secret}`;
  const { body: offer } = await client.get(`/account/payment_methods${query}`, { key });
  const opening = { appearance: {}, clientSecret: payment.client_secret };
  return formOf(frame, opening, { offer: offer as never, saved: [] });
}

const tokens: Readonly<Record<string, Record<string, unknown>>> = {
  google_pay: {
    type: 'CARD',
    tokenization_data: { type: 'PAYMENT_GATEWAY', token: 'examplePaymentMethodToken' },
  },
  apple_pay: { payment_data: 'eyJkYXRhIjoidG9rZW4ifQ==' },
};

/** A wallet's sheet, with its total from when its button was created. */
const sheet =
  (wallet: string) =>
  (of: Opened): Press =>
  async () => {
    const form = await frameForm(of, 'payment');
    const body = { client_secret: of.payment.client_secret };
    const answer = await of.client.post(`/payments/${of.payment.payment_id}/wallets`, { key: of.key, body });
    const { currency, wallets } = answer.body;
    const { net_amount } = wallets.find((one: { wallet_name: string }) => one.wallet_name === wallet);
    const shown = { ...shownBy(form, null, nothingTyped), currency, net_amount };
    return { ...walletConfirmation(wallet, tokens[wallet]!, {}), ...shown };
  };

/** Every place where a customer agrees to a payment, by page, frame or sheet. */
export const paymentPages: Readonly<Record<string, (of: Opened) => Press>> = {
  pay: hosted('link'),
  secure: hosted('secure_link'),
  ...Object.fromEntries(
    elementKinds.map((element) => [
      `elements/${element}`,
      (of: Opened): Press =>
        async () =>
          pay(await frameForm(of, element)),
    ]),
  ),
  'sheet/google_pay': sheet('google_pay'),
  'sheet/apple_pay': sheet('apple_pay'),
};

/** A payout page's request when its recipient accepts the given destination, or enters a card. */
export const payoutPages: Readonly<Record<string, (address: string) => Press>> = {
  'receive, card': (address) => async () => {
    const data = await dataOf<RecipientData>(address);
    const entry = data.offered.find(({ family }) => family === 'card')!;
    return bodyOf(data, entry, { ...typedCard, email: '' });
  },
  'receive, given': (address) => async () => {
    const data = await dataOf<RecipientData>(address);
    return bodyOf(data, data.offered.find(({ family }) => family === 'given')!, nothingTyped);
  },
};

/** Parameters with GraphQL's names. */
export const inCamelCase = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(inCamelCase);
  if (value === null || typeof value !== 'object') return value;
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [camelCase(name), inCamelCase(one)]));
};
