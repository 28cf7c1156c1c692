/** @jsxImportSource preact */
import { useLayoutEffect, useRef } from 'preact/hooks';
import type { FormData } from '../server/checkout-data.ts';
import { digitsOf, grouped, networkOf, plainDigits } from './card-number.ts';
import { type EnteredExpiry, enteredExpiry } from './expiry.ts';
import { Field } from './field.tsx';
import type { Problems, Typed } from './form-state.ts';

/** The props that the form's fields share. */
export interface FieldsProps {
  readonly form: Pick<FormData, 'texts'> & { readonly settings: Pick<FormData['settings'], 'labels'> };
  readonly typed: Typed;
  readonly problems: Problems;
  readonly change: (changes: Partial<Typed>) => void;
  readonly check: (name: string) => void;
}

/** Formats a number while it is typed, with the caret where it was among the digits. */
function formatNumber(text: string, input: HTMLInputElement): string {
  const before = digitsOf(text.slice(0, input.selectionStart ?? text.length)).length;
  const formatted = grouped(digitsOf(text));
  let at = 0;
  for (let digits = 0; at < formatted.length && digits < before; at++) if (formatted[at] !== ' ') digits++;
  input.value = formatted;
  input.setSelectionRange(at, at);
  return formatted;
}

/** A card's number with its network, expiry date, security code and holder. */
export function CardForm(props: FieldsProps) {
  const network = networkOf(digitsOf(props.typed.number));
  return (
    <div class="card">
      <NumberField {...props} />
      <div class="pair">
        <ExpiryField {...props} />
        <CodeField {...props} length={network?.codeLength ?? 4} />
      </div>
      <HolderField {...props} />
    </div>
  );
}

/** Whose card it is. */
export function HolderField({ change, check, form: { settings, texts }, problems, typed }: FieldsProps) {
  return (
    <Field
      name="holder"
      label={texts.nameOnCard}
      labels={settings.labels}
      value={typed.holder}
      error={problems.holder}
      autocomplete="cc-name"
      maxLength={255}
      onInput={(holder) => change({ holder })}
      onBlur={() => check('holder')}
    />
  );
}

/** The number, with its network once it is known. */
export function NumberField({ change, check, form: { settings, texts }, problems, typed }: FieldsProps) {
  const network = networkOf(digitsOf(typed.number));
  return (
    <Field
      name="number"
      label={texts.cardNumber}
      labels={settings.labels}
      value={typed.number}
      error={problems.number}
      autocomplete="cc-number"
      inputMode="numeric"
      placeholder="1234 1234 1234 1234"
      onInput={(text, input) => change({ number: formatNumber(text, input) })}
      onBlur={() => check('number')}
    >
      {network && <span class="network">{network.name}</span>}
    </Field>
  );
}

/** The expiry date, shown as cards have it, however it is typed or filled in. */
export function ExpiryField({ change, check, form: { settings, texts }, problems, typed }: FieldsProps) {
  const entered = useRef<EnteredExpiry>({ shown: '', keys: '' });
  const { expiry } = typed;
  useLayoutEffect(() => {
    // The field was emptied, or is another entry's.
    if (entered.current.shown !== expiry) entered.current = { shown: expiry, keys: expiry };
  }, [expiry]);
  return (
    <Field
      name="expiry"
      label={texts.expiryDate}
      labels={settings.labels}
      value={expiry}
      error={problems.expiry}
      autocomplete="cc-exp"
      inputMode="numeric"
      placeholder={texts.expiryFormat}
      onInput={(text, input) => {
        entered.current = enteredExpiry(text, entered.current);
        input.value = entered.current.shown;
        change({ expiry: input.value });
      }}
      onBlur={() => check('expiry')}
    />
  );
}

/** The security code of a card, typed or saved. */
export function CodeField({
  change,
  check,
  form: { settings, texts },
  length,
  problems,
  typed,
}: FieldsProps & { readonly length: number }) {
  return (
    <Field
      name="code"
      label={texts.securityCode}
      labels={settings.labels}
      value={typed.code}
      error={problems.code}
      autocomplete="cc-csc"
      inputMode="numeric"
      placeholder={'•'.repeat(length)}
      onInput={(text, input) => {
        input.value = plainDigits(text).slice(0, length);
        change({ code: input.value });
      }}
      onBlur={() => check('code')}
    >
      {problems.code && (
        <svg class="code-icon" viewBox="0 0 20 14" width="20" height="14" aria-hidden="true">
          <rect x="0.5" y="0.5" width="19" height="13" rx="2" fill="none" stroke="currentColor" />
          <rect x="0" y="3" width="20" height="3" fill="currentColor" />
          <circle cx="15" cy="10" r="1.5" fill="currentColor" />
        </svg>
      )}
    </Field>
  );
}
