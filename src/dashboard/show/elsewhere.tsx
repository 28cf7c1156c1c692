import { Button, Group } from '@mantine/core';
import { useEffect, useState } from 'react';
import { merchantHeader } from '../session/credentials.ts';
import { useSession } from '../session/session.tsx';

/** Whether a merchant account has the object at a REST path. */
async function has(merchantId: string, restPath: string): Promise<boolean> {
  const headers = { ...merchantHeader(merchantId), accept: 'application/json' };
  return (await fetch(restPath, { headers }).catch(() => null))?.ok === true;
}

/** A link to an object in another of the person's merchant accounts, for links between colleagues. */
export function Elsewhere({ noun, restPath }: { noun: string; restPath: string }) {
  const { merchantAccounts, merchantId, switchMerchant } = useSession();
  const [found, setFound] = useState<(typeof merchantAccounts)[number] | null>(null);
  useEffect(() => {
    let isCurrent = true;
    const look = async () => {
      for (const account of merchantAccounts) {
        if (account.merchantId === merchantId || !(await has(account.merchantId, restPath))) continue;
        if (isCurrent) setFound(account);
        return;
      }
    };
    void look();
    return () => {
      isCurrent = false;
    };
  }, [merchantAccounts, merchantId, restPath]);
  if (!found) return null;
  const name = found.name ?? found.merchantId;
  return (
    <Group gap="xs" role="status">
      This {noun} belongs to {name}.
      <Button size="xs" onClick={() => switchMerchant(found.merchantId)}>
        Open it in {name}
      </Button>
    </Group>
  );
}
