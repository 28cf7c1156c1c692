/** @jsxImportSource preact */
import type { FormData } from '../server/checkout-data.ts';
import { money } from './phrases.ts';

/** The surcharge for the chosen method, and the total with it; nothing without one. */
export function SurchargeLine({ data, total }: { readonly data: FormData; readonly total: number }) {
  const { amount, currency, language, texts } = data;
  const format = (minor: number) => money(minor, currency, language);
  return (
    <p class={total > amount ? 'terms surcharge' : 'hidden'} role="status">
      {total > amount && `${texts.surcharge}: ${format(total - amount)}. ${texts.total}: ${format(total)}.`}
    </p>
  );
}
