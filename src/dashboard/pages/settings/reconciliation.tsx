import { Group } from '@mantine/core';
import { PastEntries } from '../../act/past-entries.tsx';
import { ReconSwitch } from '../../act/recon-switch.tsx';
import { asWords } from '../../data/words.ts';
import { Facts, Section } from '../../show/facts.tsx';
import { Status } from '../../show/status.tsx';

interface ReconciliationProps {
  readonly account: { readonly isReconEnabled: boolean; readonly reconStatus: string };
}

/** The switch of reconciliation, and the job that writes the entries of the past. */
export function Reconciliation({ account: { isReconEnabled, reconStatus } }: ReconciliationProps) {
  const isActive = isReconEnabled && reconStatus === 'active';
  return (
    <Section
      title="Reconciliation"
      actions={
        <Group gap="xs">
          {isActive && <PastEntries />}
          <ReconSwitch isOn={isReconEnabled} look="small" />
        </Group>
      }
    >
      <Facts
        of={[
          ['Reconciliation', isReconEnabled ? 'On' : 'Off'],
          ['Status', isActive ? <Status key="status" of="active" /> : asWords(reconStatus)],
        ]}
      />
    </Section>
  );
}
