import { Button, Menu, Text } from '@mantine/core';
import { useLocation } from 'wouter';
import { asWords } from '../data/words.ts';
import { useSession } from '../session/session.tsx';
import { CheckIcon } from '../show/icons.tsx';
import { useColorsSwitch } from './theme.ts';

/** Shows the merchant account the person acts in, and lets them choose another or sign out. */
export function AccountMenu() {
  const { merchantAccounts, merchantId, person, role, signOut, switchMerchant } = useSession();
  const [, navigate] = useLocation();
  const colors = useColorsSwitch();
  const current = merchantAccounts.find((account) => account.merchantId === merchantId);
  return (
    <Menu position="bottom-end" width={280}>
      <Menu.Target>
        <Button
          variant="default"
          size="xs"
          h={34}
          aria-label={`Merchant account ${current?.name ?? merchantId}, and sign out`}
        >
          <Text size="sm" truncate maw={{ base: 84, sm: 150 }}>
            {current?.name ?? merchantId}
          </Text>
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label c="dimmed">Merchant account</Menu.Label>
        {merchantAccounts.map((account) => (
          <Menu.Item
            key={account.merchantId}
            leftSection={
              account.merchantId === merchantId ? <CheckIcon size={14} /> : <span style={{ width: 14 }} />
            }
            onClick={() => {
              switchMerchant(account.merchantId);
              navigate('/');
            }}
          >
            {account.name ?? account.merchantId}
            <Text size="xs" c="dimmed">
              {asWords(account.role)}
            </Text>
          </Menu.Item>
        ))}
        <Menu.Divider />
        <Menu.Label c="dimmed">
          {person.name} · {person.email}
          {role ? ` · ${asWords(role)}` : ''}
        </Menu.Label>
        <Menu.Item hiddenFrom="sm" onClick={colors.change}>
          {colors.label}
        </Menu.Item>
        <Menu.Item onClick={() => void signOut()}>Sign out</Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
