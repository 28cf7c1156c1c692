import { TextInput } from '@mantine/core';

/** The reason of a command, which is optional. */
export function ReasonField({ onChange, value }: { value: string; onChange: (value: string) => void }) {
  return (
    <TextInput
      label="Reason"
      description="For your records only."
      maxLength={255}
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  );
}
