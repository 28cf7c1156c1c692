/** @jsxImportSource preact */
import type { ShownSavedMethod } from '../server/checkout-data.ts';
import { CodeField, type FieldsProps } from './card-form.tsx';
import { Field } from './field.tsx';
import { askedFields, fieldLabel } from './form-state.ts';
import { type OfferedType, savedLabel } from './methods.ts';

/** The customer's saved methods, with the security code of the chosen one where it needs it again. */
export function SavedMethods(
  props: FieldsProps & {
    readonly saved: readonly ShownSavedMethod[];
    /** The network of the chosen one; null if it needs no code. */
    readonly network: string | null;
  },
) {
  const { network, saved, ...fields } = props;
  const { change, form, typed } = fields;
  return (
    <>
      {saved.map((method) => (
        <label class="saved" key={method.payment_token}>
          <input
            type="radio"
            name="saved"
            checked={typed.savedToken === method.payment_token}
            onChange={() => change({ savedToken: method.payment_token, code: '' })}
          />
          <span>
            {method.card?.nick_name && <strong>{method.card.nick_name} </strong>}
            {savedLabel(method, form.texts)}
          </span>
        </label>
      ))}
      {network !== null && <CodeField {...fields} length={network === 'American Express' ? 4 : 3} />}
    </>
  );
}

/** The fields of a method that is no card, as the offer asks for them. */
export function OtherFields(
  props: FieldsProps & {
    readonly type: OfferedType;
    readonly onInput: (path: string, value: string) => void;
  },
) {
  const { check, form, onInput, problems, type, typed } = props;
  return (
    <>
      {askedFields(type).map(({ field_type: kind, required_field: path }) => (
        <Field
          key={path}
          name={path}
          label={fieldLabel(path, form.texts)}
          labels={form.settings.labels}
          value={typed.fields[path] ?? ''}
          error={problems[path]}
          inputMode={/number|code/.test(kind) ? 'numeric' : 'text'}
          autocomplete={/holder_name$/.test(path) ? 'name' : 'off'}
          maxLength={255}
          onInput={(value) => onInput(path, value)}
          onBlur={() => check(path)}
        />
      ))}
    </>
  );
}
