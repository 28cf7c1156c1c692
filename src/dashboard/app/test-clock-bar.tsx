import { Text } from '@mantine/core';
import { timeAhead } from '../data/words.ts';
import { TestClockButton } from '../pages/developers/test-clock-button.tsx';
import { useClockAdvancedBy, useSession } from '../session/session.tsx';

/** Shown on every page once the test clock was advanced, with the offset. */
export function TestClockBar() {
  const { can } = useSession();
  const seconds = useClockAdvancedBy();
  if (seconds === 0) return null;
  return (
    <section className="notice-bar" aria-label="Test clock">
      <Text inherit>Test clock: {timeAhead(seconds)} ahead</Text>
      {can('SETTINGS_WRITE') && <TestClockButton label="Advance it further" />}
    </section>
  );
}
