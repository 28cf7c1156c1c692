import type { FormData } from '../server/checkout-data.ts';
import { digitsOf } from './card-number.ts';
import { expiryOf } from './expiry.ts';
import { askedFields, isSavable, needsAcceptance, type Typed } from './form-state.ts';
import type { Entry, OfferedType } from './methods.ts';
import type { Confirmation } from './pay.ts';
import type { Shown } from './shown.ts';
import { totalOf, typeOfCard } from './totals.ts';

/** Puts a value at a path of an object. */
export function put(target: Record<string, unknown>, path: readonly string[], value: unknown): void {
  const [name, ...rest] = path;
  if (rest.length === 0) {
    target[name!] = value;
    return;
  }
  target[name!] ??= {};
  put(target[name!] as Record<string, unknown>, rest, value);
}

/** The path for the details of a type without fields, which names the type; empty without alternatives. */
const emptyDetails: Readonly<Record<string, string>> = {
  'wallet.paypal': 'paypal_redirect',
  'wallet.ali_pay': 'ali_pay_redirect',
  'wallet.we_chat_pay': 'we_chat_pay_qr',
  'crypto.crypto_currency': '',
  'bank_transfer.ach': 'ach_bank_transfer',
  'bank_transfer.sepa': 'sepa_bank_transfer',
  'bank_transfer.bacs': 'bacs_bank_transfer',
  'bank_transfer.multibanco': 'multibanco_bank_transfer',
  'pay_later.klarna': 'klarna_redirect',
  'pay_later.afterpay_clearpay': 'afterpay_clearpay_redirect',
  'pay_later.affirm': 'affirm_redirect',
};

const acceptance = () => ({
  customer_acceptance: {
    acceptance_type: 'online',
    accepted_at: new Date().toISOString(),
    online: { user_agent: navigator.userAgent.slice(0, 255) },
  },
});

/** The values that a form shows: the button's total, and the future usage set by the payment or the customer. */
export function shownBy(form: PaidForm, entry: Entry | null, typed: Typed): Shown {
  const own = form.offer?.setup_future_usage ?? (form.settings.isSetup ? 'off_session' : null);
  const chosen = entry && typed.saves && isSavable(form, entry) ? 'on_session' : null;
  return {
    net_amount: totalOf(form, entry, typed),
    currency: form.currency,
    setup_future_usage: own ?? chosen,
  };
}

/** The parts of a form that determine the paid total. */
type PaidForm = Pick<FormData, 'amount' | 'currency' | 'offer' | 'saved' | 'settings'>;

/** The parameters of a confirmation, from the customer's validated entries. */
export function confirmationOf(form: PaidForm, entry: Entry, typed: Typed, needsCode: boolean): Confirmation {
  const body: Shown & Record<string, unknown> = { ...shownBy(form, entry, typed) };
  const email = typed.email.trim();
  if (email !== '') body.email = email;
  if (needsAcceptance(form, entry)) body.mandate_data = acceptance();
  switch (entry.kind) {
    case 'saved':
      return {
        ...body,
        payment_token: typed.savedToken,
        ...(needsCode ? { card_cvc: typed.code } : {}),
      };
    case 'card':
      return { ...body, ...cardOf(entry.types, typed) };
    case 'other': {
      const { family, type } = entry;
      const data: Record<string, unknown> = {};
      const name = type.payment_method_type;
      const fields = askedFields(type);
      const tag = emptyDetails[`${family}.${name}`] ?? name;
      if (fields.length === 0) put(data, tag === '' ? [family] : [family, tag], {});
      body.payment_method = family;
      body.payment_method_type = name;
      body.payment_method_data = data;
      for (const { field_type: kind, required_field: path } of fields) {
        const value = typed.fields[path]?.trim();
        put(body, path.split('.'), kind === 'gift_card_number' ? value?.replace(/[\s-]/g, '') : value);
      }
      return body;
    }
  }
}

function cardOf(types: readonly OfferedType[], typed: Typed) {
  const number = digitsOf(typed.number);
  const { month, year } = expiryOf(typed.expiry)!;
  const [holder, nickName] = [typed.holder.trim(), typed.nickName.trim()];
  return {
    payment_method: 'card',
    payment_method_type: typeOfCard(types, number).payment_method_type,
    payment_method_data: {
      card: {
        card_number: number,
        card_exp_month: month,
        card_exp_year: year,
        card_cvc: typed.code,
        ...(holder === '' ? {} : { card_holder_name: holder }),
        ...(nickName === '' || !typed.saves ? {} : { nick_name: nickName }),
      },
    },
  };
}
