import { Button } from '@mantine/core';
import { lazy, Suspense, useState } from 'react';

const AdvanceTestClock = lazy(() => import('./advance-test-clock.tsx'));

/** Opens the dialog that advances the test clock, loaded on demand. */
export function TestClockButton({ label = 'Advance the test clock' }: { label?: string }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button variant="default" size="xs" onClick={() => setOpen(true)}>
        {label}
      </Button>
      {isOpen && (
        <Suspense fallback={null}>
          <AdvanceTestClock onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}
