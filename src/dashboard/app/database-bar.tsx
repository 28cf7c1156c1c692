import { Code, Text } from '@mantine/core';
import { useSession } from '../session/session.tsx';

/** Shown on every page while the database may be a copy and outgoing calls are off. */
export function DatabaseBar() {
  const { isOriginal } = useSession();
  if (isOriginal) return null;
  return (
    <section className="notice-bar" aria-label="Database">
      <Text inherit>
        This service runs on a restored or copied database. Outgoing calls are off until an operator runs{' '}
        <Code>switchyard database original</Code>.
      </Text>
    </section>
  );
}
