import { Textarea } from '@mantine/core';
import { useState } from 'react';

interface JsonFieldProps {
  readonly label: string;
  readonly description?: string;
  readonly value: unknown;
  readonly onChange: (value: unknown) => void;
  readonly error?: string | undefined;
  readonly isReadOnly?: boolean;
}

const textOf = (value: unknown) => JSON.stringify(value, null, 2);

function read(text: string): { readonly value: unknown } | null {
  try {
    return { value: JSON.parse(text) };
  } catch {
    return null;
  }
}

/** A value that has no field of another kind here, as JSON. */
export function JsonField({ description, error, isReadOnly, label, onChange, value }: JsonFieldProps) {
  const [typed, setTyped] = useState<string | null>(null);
  // What was typed counts only while it is the value, or nothing yet.
  const text = typed === null ? textOf(value) : typed;
  const problem = read(text) ? undefined : 'This is not valid JSON.';
  return (
    <Textarea
      label={label}
      description={description}
      value={text}
      autosize
      minRows={2}
      maxRows={14}
      readOnly={isReadOnly ?? false}
      error={problem ?? error}
      classNames={{ input: 'identifier' }}
      spellCheck={false}
      onChange={(event) => {
        const changed = event.currentTarget.value;
        setTyped(changed);
        const found = read(changed);
        if (found) onChange(found.value);
      }}
      onBlur={() => problem === undefined && setTyped(null)}
    />
  );
}
