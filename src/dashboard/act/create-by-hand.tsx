import { Button, Group, TextInput } from '@mantine/core';
import { type ComponentType, useState } from 'react';
import { amountProblem, formatMoney, toMinorUnits } from '../data/money.ts';
import { type Permission, useSession } from '../session/session.tsx';
import { CustomerPicker } from './picker.tsx';
import { ProfileField } from './profile-field.tsx';

/** An amount and its currency, as typed. */
interface TypedAmount {
  readonly amount: string;
  readonly currency: string;
}

/** The typed amount in minor units; null while it is no amount of a currency. */
function amountTyped({ amount, currency }: TypedAmount): { amount: number; currency: string } | null {
  if (!/^[A-Z]{3}$/.test(currency)) return null;
  const minor = toMinorUnits(amount, currency);
  return minor === null || minor < 1 ? null : { amount: minor, currency };
}

interface NewAmountProps {
  readonly value: TypedAmount;
  readonly onChange: (value: TypedAmount) => void;
}

/** The amount of a new object, in the currency's major unit. */
function NewAmount({ onChange, value }: NewAmountProps) {
  const isWrong = value.amount !== '' && value.currency.length === 3 && amountTyped(value) === null;
  return (
    <Group align="flex-start" gap="xs" wrap="nowrap">
      <TextInput
        label="Amount"
        flex={1}
        inputMode="decimal"
        required
        withAsterisk={false}
        error={
          isWrong
            ? (amountProblem(value.amount, value.currency) ?? `Enter an amount in ${value.currency}.`)
            : undefined
        }
        value={value.amount}
        onChange={(event) => onChange({ ...value, amount: event.currentTarget.value })}
        data-autofocus
      />
      <TextInput
        label="Currency"
        w="6rem"
        placeholder="EUR"
        required
        withAsterisk={false}
        maxLength={3}
        value={value.currency}
        onChange={(event) => onChange({ ...value, currency: event.currentTarget.value.toUpperCase() })}
      />
    </Group>
  );
}

/** The amount, profile and customer of a payment or payout that a person creates. */
export function useNewMoney() {
  const [typed, setTyped] = useState<TypedAmount>({ amount: '', currency: '' });
  const [profileId, setProfileId] = useState<string | null>(null);
  const [customerId, setCustomerId] = useState<string | null>(null);
  const money = amountTyped(typed);
  return {
    /** Whether the typed amount is valid. */
    isComplete: money !== null,
    /** The button that creates it. */
    confirm: money ? `Create ${formatMoney(money.amount, money.currency)}` : 'Create',
    /** The input of the mutation. */
    values: {
      ...money!,
      ...(profileId ? { profileId } : {}),
      ...(customerId ? { customerId } : {}),
    },
    fields: (
      <>
        <NewAmount value={typed} onChange={setTyped} />
        <ProfileField value={profileId} onChange={setProfileId} />
        <CustomerPicker
          label="Known customer"
          whenEmpty="None"
          size="sm"
          value={customerId ? [customerId] : []}
          onChange={(chosen) => setCustomerId(chosen.at(-1) ?? null)}
        />
      </>
    ),
  };
}

interface CreateButtonProps {
  readonly label: string;
  readonly permission: Permission;
  readonly form: ComponentType<{ onClose: () => void }>;
}

/** The button that opens a form, shown to people who may create the object. */
export function CreateButton({ form: Form, label, permission }: CreateButtonProps) {
  const { can } = useSession();
  const [isOpen, setOpen] = useState(false);
  if (!can(permission)) return null;
  return (
    <>
      <Button size="xs" onClick={() => setOpen(true)}>
        {label}
      </Button>
      {isOpen && <Form onClose={() => setOpen(false)} />}
    </>
  );
}
