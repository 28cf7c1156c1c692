import { Alert, Text } from '@mantine/core';

interface Failing {
  readonly errorCode?: string | null;
  readonly errorMessage?: string | null;
}

const CODE = 'not_as_asked';

/** Why a payment, refund or payout failed; null if it did not. */
export const failureOf = ({ errorCode, errorMessage }: Failing): string | null =>
  errorCode === CODE ? null : (errorMessage ?? errorCode ?? null);

/** A warning that the connector moved money that could not be recorded; null otherwise. */
export function NotAsAsked({ of: { errorCode, errorMessage } }: { of: Failing }) {
  if (errorCode !== CODE) return null;
  return (
    <Alert
      color="red"
      variant="outline"
      title="The connector moved a different amount than requested"
      role="alert"
    >
      <Text size="sm">{errorMessage}</Text>
    </Alert>
  );
}
