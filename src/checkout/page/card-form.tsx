/** @jsxImportSource preact */
import type { ComponentChildren } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';
import type { FormData } from '../server/checkout-data.ts';
import { digitsOf, grouped, networkOf, plainDigits } from './card-number.ts';
import { type EnteredExpiry, enteredExpiry } from './expiry.ts';
import { Field } from './field.tsx';
import type { Typed } from './form-state.ts';
import type { Problems } from './problems.ts';

/** The props that the form's fields share. */
export interface FieldsProps {
  readonly form: Pick<FormData, 'texts'> & { readonly settings: Pick<FormData['settings'], 'labels'> };
  readonly typed: Typed;
  readonly problems: Problems;
  readonly change: (changes: Partial<Typed>) => void;
  readonly check: (name: string) => void;
}

/** Formats a number while it is typed, and keeps the caret's place among the digits. */
function formatNumber(text: string, input: HTMLInputElement): string {
  const before = digitsOf(text.slice(0, input.selectionStart ?? text.length)).length;
  const formatted = grouped(digitsOf(text));
  let at = 0;
  for (let digits = 0; at < formatted.length && digits < before; at++) if (formatted[at] !== ' ') digits++;
  input.value = formatted;
  input.setSelectionRange(at, at);
  return formatted;
}

/** The properties of a text field: its value, its problem, and its check on blur. */
export const fieldProps = (
  { change, check, form, problems, typed }: FieldsProps,
  name: 'number' | 'expiry' | 'code' | 'holder' | 'nickName' | 'email',
) => ({
  name,
  labels: form.settings.labels,
  value: typed[name],
  error: problems[name],
  onInput: (text: string) => change({ [name]: text }),
  onBlur: () => check(name),
});

/** A card's number with its network, expiry date and holder, and its security code if money is charged. */
export function CardFields({ children, ...props }: FieldsProps & { readonly children?: ComponentChildren }) {
  return (
    <div class="card">
      <NumberField {...props} />
      <div class="pair">
        <ExpiryField {...props} />
        {children}
      </div>
      <Field
        {...fieldProps(props, 'holder')}
        label={props.form.texts.nameOnCard}
        autocomplete="cc-name"
        maxLength={255}
      />
    </div>
  );
}

/** A card to pay with. */
export function CardForm(props: FieldsProps) {
  const network = networkOf(digitsOf(props.typed.number));
  return (
    <CardFields {...props}>
      <CodeField {...props} length={network?.codeLength ?? 4} />
    </CardFields>
  );
}

/** The number, with its network once known. */
export function NumberField(props: FieldsProps) {
  const network = networkOf(digitsOf(props.typed.number));
  return (
    <Field
      {...fieldProps(props, 'number')}
      label={props.form.texts.cardNumber}
      autocomplete="cc-number"
      inputMode="numeric"
      placeholder="1234 1234 1234 1234"
      onInput={(text, input) => props.change({ number: formatNumber(text, input) })}
    >
      {network && <span class="network">{network.name}</span>}
    </Field>
  );
}

/** The expiry date, shown in the format of cards, however it is typed or filled in. */
export function ExpiryField(props: FieldsProps) {
  const entered = useRef<EnteredExpiry>({ shown: '', keys: '' });
  const { texts } = props.form;
  const { expiry } = props.typed;
  useLayoutEffect(() => {
    // The field was emptied, or belongs to another entry.
    if (entered.current.shown !== expiry) entered.current = { shown: expiry, keys: expiry };
  }, [expiry]);
  return (
    <Field
      {...fieldProps(props, 'expiry')}
      label={texts.expiryDate}
      autocomplete="cc-exp"
      inputMode="numeric"
      placeholder={texts.expiryFormat}
      onInput={(text, input) => {
        entered.current = enteredExpiry(text, entered.current);
        input.value = entered.current.shown;
        props.change({ expiry: input.value });
      }}
    />
  );
}

/** The security code of a card, typed or saved. */
export function CodeField({ length, ...props }: FieldsProps & { readonly length: number }) {
  return (
    <Field
      {...fieldProps(props, 'code')}
      label={props.form.texts.securityCode}
      autocomplete="cc-csc"
      inputMode="numeric"
      placeholder={'•'.repeat(length)}
      onInput={(text, input) => {
        input.value = plainDigits(text).slice(0, length);
        props.change({ code: input.value });
      }}
    >
      {props.problems.code && (
        <svg class="code-icon" viewBox="0 0 20 14" width="20" height="14" aria-hidden="true">
          <rect x="0.5" y="0.5" width="19" height="13" rx="2" fill="none" stroke="currentColor" />
          <rect x="0" y="3" width="20" height="3" fill="currentColor" />
          <circle cx="15" cy="10" r="1.5" fill="currentColor" />
        </svg>
      )}
    </Field>
  );
}
