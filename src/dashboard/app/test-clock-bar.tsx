import { Text } from '@mantine/core';
import { timeAhead } from '../data/words.ts';
import { TestClockButton } from '../pages/developers/test-clock-button.tsx';
import { useClockAdvancedBy, useSession } from '../session/session.tsx';

/** On every page of a merchant account whose test clock was advanced: how far. */
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
