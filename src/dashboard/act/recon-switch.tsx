import { useMutation } from '@apollo/client/react';
import { Button } from '@mantine/core';
import { useState } from 'react';
import { useSession } from '../session/session.tsx';
import { ActionDialog } from './action-dialog.tsx';
import type { Outcome } from './outcome.ts';
import { SwitchReconDocument } from './recon-switch.documents.ts';

interface ReconSwitchProps {
  readonly isOn: boolean;
  readonly look: 'main' | 'small';
}

/** The button that switches reconciliation on or off; hidden without the permissions. */
export function ReconSwitch({ isOn, look }: ReconSwitchProps) {
  const { can } = useSession();
  const [isOpen, setOpen] = useState(false);
  if (!can('SETTINGS_WRITE') || !can('FINANCE_WRITE')) return null;
  const label = isOn ? 'Switch off reconciliation' : 'Switch on reconciliation';
  const looks = look === 'small' ? ({ size: 'compact-xs', variant: 'default' } as const) : {};
  return (
    <>
      <Button {...looks} onClick={() => setOpen(true)}>
        {label}
      </Button>
      {isOpen && <SwitchDialog isOn={isOn} label={label} onClose={() => setOpen(false)} />}
    </>
  );
}

interface SwitchDialogProps {
  readonly isOn: boolean;
  readonly label: string;
  readonly onClose: () => void;
}

function SwitchDialog({ isOn, label, onClose }: SwitchDialogProps) {
  const { merchantId } = useSession();
  const [change] = useMutation(SwitchReconDocument);
  const run = async (idempotencyKey: string): Promise<Outcome> => {
    const input = { merchantId, isReconEnabled: !isOn, idempotencyKey };
    const { data } = await change({ variables: { input } });
    return {
      userErrors: data!.updateMerchantAccount.userErrors,
      done: isOn ? 'Reconciliation is off' : 'Reconciliation is on',
    };
  };
  return (
    <ActionDialog
      title={label}
      confirm={isOn ? 'Switch off' : 'Switch on'}
      isDestructive={isOn}
      explanation={
        isOn
          ? 'Balance entries are no longer written, and balances and settlements are hidden. Nothing is deleted: switch it on again to see them, and the service writes the entries in between.'
          : 'From now on each capture, refund, dispute, payout and fee has a balance entry, and the connectors’ settlements are read every hour. You can write the entries of the past in Settings.'
      }
      run={run}
      onClose={onClose}
    />
  );
}
