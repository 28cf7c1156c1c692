/** @jsxImportSource preact */
import type { AskedField, ShownSavedMethod } from '../server/checkout-data.ts';
import { CodeField, type FieldsProps, fieldProps } from './card-form.tsx';
import { Field } from './field.tsx';
import { savedLabel } from './methods.ts';

/** The customer's saved methods, and the chosen method's security code if required. */
export function SavedMethods(
  props: FieldsProps & {
    readonly saved: readonly ShownSavedMethod[];
    /** The chosen method's network; null if no code is required. */
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

/** The fields of a method other than a card. */
export function DetailFields({
  change,
  check,
  fields,
  form,
  problems,
  typed,
}: FieldsProps & { readonly fields: readonly AskedField[] }) {
  return (
    <>
      {fields.map(({ format, isOptional, label, path }) => (
        <Field
          key={path}
          name={path}
          label={label}
          labels={form.settings.labels}
          value={typed.fields[path] ?? ''}
          error={problems[path]}
          inputMode={/number|code/.test(format) ? 'numeric' : format === 'email' ? 'email' : 'text'}
          autocomplete={format === 'email' ? 'email' : /holder_name$/.test(path) ? 'name' : 'off'}
          maxLength={255}
          isOptional={isOptional ? form.texts.optional : undefined}
          onInput={(value) => change({ fields: { [path]: value } })}
          onBlur={() => check(path)}
        />
      ))}
    </>
  );
}

/** The customer's optional email address. */
export const EmailField = (props: FieldsProps) => (
  <Field
    {...fieldProps(props, 'email')}
    label={props.form.texts.email}
    autocomplete="email"
    inputMode="email"
    maxLength={255}
    isOptional={props.form.texts.optional}
  />
);
