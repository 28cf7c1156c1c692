import { Kbd, Table } from '@mantine/core';
import { Dialog } from '../act/dialog.tsx';
import { shortcutKey } from '../data/locale.ts';

/** The keys and their actions, in the order of the help. */
const shortcuts: readonly (readonly [keys: readonly string[], what: string])[] = [
  [[shortcutKey, 'K'], 'Find anything'],
  [['/'], 'Go to the search box of a list'],
  [['j'], 'Go to the next row of a list'],
  [['k'], 'Go to the previous row'],
  [['Enter'], 'Open the row'],
  [['x'], 'Select the row'],
  [['Esc'], 'Close a dialog'],
  [['?'], 'Show this help'],
];

/** The keyboard's shortcuts. */
export function Shortcuts({ onClose }: { onClose: () => void }) {
  return (
    <Dialog onClose={onClose} title="Keyboard shortcuts">
      <Table aria-label="Keyboard shortcuts">
        <Table.Tbody>
          {shortcuts.map(([keys, what]) => (
            <Table.Tr key={what}>
              <Table.Th scope="row">{what}</Table.Th>
              <Table.Td ta="right">
                {keys.map((key) => (
                  <Kbd key={key} ml={4}>
                    {key}
                  </Kbd>
                ))}
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Dialog>
  );
}
