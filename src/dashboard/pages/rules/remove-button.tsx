import { ActionIcon } from '@mantine/core';
import { CrossIcon } from '../../show/icons.tsx';

/** Removes a part of the rules. */
export function RemoveButton({ label, onClick }: { label: string; onClick: () => void }) {
  return (
    <ActionIcon variant="subtle" color="gray" size="lg" aria-label={label} title={label} onClick={onClick}>
      <CrossIcon size={16} />
    </ActionIcon>
  );
}
