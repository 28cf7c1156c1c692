import { Checkbox, MultiSelect, PasswordInput, TagsInput, TextInput } from '@mantine/core';
import { asWords } from '../../data/words.ts';
import { type AccountDraft, methodsFor } from './account-draft.ts';
import type { ConnectorsQuery } from './connectors.documents.ts';

interface AccountFieldsProps {
  readonly connector: ConnectorsQuery['connectors'][number] | undefined;
  readonly draft: AccountDraft;
  /** Whether the account exists: empty fields then keep their values. */
  readonly isChange: boolean;
  readonly onChange: (draft: AccountDraft) => void;
}

/** A credential's name; its meaning if the vendor only numbers it. */
const labelOf = (name: string, about: string): string =>
  /^key\d+$/.test(name)
    ? about.replace(/[,.].*$/s, '').replace(/^The name of the (.)/, (_, first) => first.toUpperCase())
    : asWords(name);

const SAME = 'Leave empty to keep the current value.';

/** The fields of a connector account that can be changed later too. The connector's description determines the credentials. */
export function AccountFields({ connector, draft, isChange, onChange }: AccountFieldsProps) {
  const set = (part: Partial<AccountDraft>) => onChange({ ...draft, ...part });
  const methods = methodsFor(connector, draft.kind);
  return (
    <>
      <TextInput
        label="Label"
        description="Distinguishes several accounts at one connector."
        value={draft.label}
        onChange={(event) => set({ label: event.currentTarget.value })}
      />
      {(connector?.credentials[0]?.keys ?? []).map(({ about, name, required, secret }) => {
        const Field = secret ? PasswordInput : TextInput;
        return (
          <Field
            key={`${connector?.name} ${name}`}
            label={labelOf(name, about)}
            description={isChange ? `${about} ${SAME}` : about}
            required={required && !isChange}
            withAsterisk={required && !isChange}
            autoComplete="off"
            value={draft.credentials[name] ?? ''}
            onChange={(event) =>
              set({ credentials: { ...draft.credentials, [name]: event.currentTarget.value } })
            }
          />
        );
      })}
      <PasswordInput
        label="Webhook secret"
        description={`The secret that ${connector?.name ?? 'the connector'} signs its webhooks with. Without it, webhooks are refused, so disputes and late outcomes are missed.${isChange ? ` ${SAME}` : ' You can add it later.'}`}
        autoComplete="off"
        visibilityToggleButtonProps={{ 'aria-label': 'Show entered text' }}
        value={draft.webhookSecret}
        onChange={(event) => set({ webhookSecret: event.currentTarget.value })}
      />
      <PasswordInput
        label="Second webhook secret"
        description={`Only for connectors that sign with two secrets.${isChange ? ` ${SAME}` : ''}`}
        autoComplete="off"
        visibilityToggleButtonProps={{ 'aria-label': 'Show entered text' }}
        value={draft.secondWebhookSecret}
        onChange={(event) => set({ secondWebhookSecret: event.currentTarget.value })}
      />
      {methods.length > 0 && (
        <>
          <MultiSelect
            label="Methods"
            description="All methods unless you choose."
            data={methods.map((value) => ({ value, label: asWords(value) }))}
            value={[...draft.methods]}
            onChange={(chosen) => set({ methods: chosen })}
            searchable
          />
          <TagsInput
            label="Currencies"
            description="Three-letter codes. All currencies of the connector unless you choose."
            value={[...draft.currencies]}
            onChange={(codes) => set({ currencies: codes.map((code) => code.trim().toUpperCase()) })}
            acceptValueOnBlur
          />
        </>
      )}
      <Checkbox
        label="Check the credentials with the connector first"
        checked={draft.isTried}
        onChange={(event) => set({ isTried: event.currentTarget.checked })}
      />
    </>
  );
}
