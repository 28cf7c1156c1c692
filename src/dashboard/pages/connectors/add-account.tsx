import { useMutation } from '@apollo/client/react';
import { Checkbox, PasswordInput, Select, TextInput } from '@mantine/core';
import { useState } from 'react';
import { ActionDialog } from '../../act/action-dialog.tsx';
import type { Outcome } from '../../act/outcome.ts';
import { asWords } from '../../data/words.ts';
import { type ConnectorsQuery, CreateConnectorAccountDocument } from './connectors.documents.ts';

interface AddAccountProps {
  readonly connectors: ConnectorsQuery['connectors'];
  readonly onClose: () => void;
  readonly onDone: () => unknown;
}

/** Adds a connector account. The connector's description determines the credential fields. */
export function AddAccount({ connectors, onClose, onDone }: AddAccountProps) {
  const [name, setName] = useState(connectors[0]?.name ?? '');
  const [label, setLabel] = useState('');
  const [values, setValues] = useState<Readonly<Record<string, string>>>({});
  const [isTried, setTried] = useState(true);
  const [create] = useMutation(CreateConnectorAccountDocument);
  const connector = connectors.find((one) => one.name === name);
  const [credentials] = connector?.credentials ?? [];
  const keys = credentials?.keys ?? [];
  const run = async (idempotencyKey: string): Promise<Outcome> => {
    const given = Object.fromEntries(Object.entries(values).filter(([, value]) => value !== ''));
    const input = {
      connectorName: name,
      connectorType: 'payment_processor' as const,
      connectorAccountDetails: {
        connectorAccountDetails: { auth_type: credentials?.authType ?? 'NoKey', ...given },
      },
      verify: isTried,
      idempotencyKey,
      ...(label.trim() ? { connectorLabel: label.trim() } : {}),
    };
    const { data } = await create({ variables: { input } });
    return { userErrors: data!.createConnectorAccount.userErrors, done: 'The account is added.' };
  };
  return (
    <ActionDialog
      title="Add an account"
      confirm="Add"
      explanation="New payments of the default profile may go through it at once, as the routing says. Secrets are stored encrypted, and shown masked."
      isDisabled={keys.some((key) => key.required && !values[key.name])}
      run={run}
      onClose={onClose}
      onDone={onDone}
    >
      <Select
        label="Connector"
        data={connectors.map((one) => one.name)}
        value={name}
        allowDeselect={false}
        onChange={(value) => {
          setName(value ?? '');
          setValues({});
        }}
      />
      <TextInput
        label="Label"
        description="Tells several accounts at one connector apart."
        value={label}
        onChange={(event) => setLabel(event.currentTarget.value)}
      />
      {keys.map(({ about, name: key, required, secret }) => {
        const Field = secret ? PasswordInput : TextInput;
        return (
          <Field
            key={`${name} ${key}`}
            label={asWords(key)}
            description={about}
            required={required}
            withAsterisk={required}
            autoComplete="off"
            value={values[key] ?? ''}
            onChange={(event) => {
              const { value } = event.currentTarget;
              setValues((past) => ({ ...past, [key]: value }));
            }}
          />
        );
      })}
      <Checkbox
        label="Try the credentials at the connector first"
        checked={isTried}
        onChange={(event) => setTried(event.currentTarget.checked)}
      />
    </ActionDialog>
  );
}
