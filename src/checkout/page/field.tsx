/** @jsxImportSource preact */
import type { ComponentChildren } from 'preact';
import { useId } from 'preact/hooks';

/** Whether the mouse or a finger is down: the click has not happened yet. */
let isPressing = false;
const setPressing = ({ type }: Event) => {
  isPressing = type === 'pointerdown';
};
for (const type of ['pointerdown', 'pointerup', 'pointercancel']) {
  globalThis.document?.addEventListener(type, setPressing, { capture: true });
}

/**
 * Validates a field on blur, after the click that left it: an earlier message would move the button from under the pointer,
 * and the click would miss it. A field removed by the click is not checked.
 */
function checkLeft(input: HTMLInputElement, check: () => void): void {
  if (!isPressing) {
    check();
    return;
  }
  const checkShown = () => setTimeout(() => input.isConnected && check());
  document.addEventListener('pointerup', checkShown, { capture: true, once: true });
}

export interface FieldProps {
  /** Identifies the field within its form, to focus the first invalid field. */
  readonly name: string;
  readonly label: string;
  readonly value: string;
  readonly error: string | undefined;
  readonly labels: 'above' | 'floating' | 'never';
  readonly onInput: (value: string, input: HTMLInputElement) => void;
  readonly onBlur?: () => void;
  readonly onFocus?: () => void;
  readonly autocomplete?: string;
  readonly inputMode?: 'numeric' | 'email' | 'text';
  readonly placeholder?: string;
  readonly maxLength?: number;
  readonly isOptional?: string | undefined;
  /** Beside the input, such as the card's network. */
  readonly children?: ComponentChildren;
}

/** A labelled input. Its error is announced and linked as its description. */
export function Field({
  children,
  error,
  isOptional,
  label,
  labels,
  name,
  onInput,
  value,
  ...rest
}: FieldProps) {
  const id = useId();
  const isInside = labels !== 'above';
  const { onBlur, onFocus, ...attributes } = rest;
  const placeholder = isInside ? label : rest.placeholder;
  return (
    <div class={`field labels-${labels}${value === '' ? ' empty' : ''}`}>
      <label class={labels === 'never' ? 'hidden' : 'Label'} for={id}>
        {label}
        {isOptional && <span class="optional"> ({isOptional})</span>}
      </label>
      <div class="control">
        <input
          {...attributes}
          id={id}
          name={name}
          class="Input"
          type="text"
          dir={rest.inputMode === 'numeric' ? 'ltr' : 'auto'}
          placeholder={placeholder ?? ''}
          value={value}
          aria-invalid={error ? 'true' : 'false'}
          {...(error ? { 'aria-describedby': `${id}-error` } : {})}
          onInput={({ currentTarget }) => onInput(currentTarget.value, currentTarget)}
          {...(onBlur ? { onBlur: ({ currentTarget }) => checkLeft(currentTarget, onBlur) } : {})}
          {...(onFocus ? { onFocus } : {})}
          spellcheck={false}
          autocapitalize="off"
        />
        {children}
      </div>
      {error && (
        <p class="Error" role="alert" id={`${id}-error`}>
          {error}
        </p>
      )}
    </div>
  );
}

/** A checkbox with its label. */
export function Choice(props: {
  readonly label: string;
  readonly checked: boolean;
  readonly name: string;
  readonly error?: string | undefined;
  readonly onChange: (checked: boolean) => void;
}) {
  const id = useId();
  return (
    <div class="choice">
      <input
        id={id}
        name={props.name}
        type="checkbox"
        checked={props.checked}
        aria-invalid={props.error ? 'true' : 'false'}
        onChange={({ currentTarget }) => props.onChange(currentTarget.checked)}
      />
      <label for={id}>{props.label}</label>
      {props.error && (
        <p class="Error" role="alert">
          {props.error}
        </p>
      )}
    </div>
  );
}
