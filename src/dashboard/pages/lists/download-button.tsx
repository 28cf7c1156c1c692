import { Button } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useState } from 'react';
import { urlPath } from '../../../core/foundation/url-path.ts';
import { reasonOf } from '../../data/refusal.ts';
import { saveFile } from '../../list/save-file.ts';
import { merchantHeader } from '../../session/credentials.ts';
import { useSession } from '../../session/session.tsx';
import { ExportIcon } from '../../show/icons.tsx';

/** Saves all entries of a list as the CSV file that an upload accepts. */
export function DownloadButton({ listId, name }: { listId: string; name: string }) {
  const { merchantId } = useSession();
  const [isBusy, setBusy] = useState(false);
  const run = async () => {
    setBusy(true);
    try {
      const response = await fetch(urlPath`/lists/${listId}/entries.csv`, {
        headers: { ...merchantHeader(merchantId), accept: 'text/csv, application/json' },
      });
      if (!response.ok) throw new Error(await reasonOf(response));
      saveFile(await response.blob(), `${name.replace(/[^\p{L}\p{N}]+/gu, '-')}.csv`);
    } catch (error) {
      notifications.show({
        color: 'red',
        title: 'The download failed',
        message: String((error as Error).message),
      });
    } finally {
      setBusy(false);
    }
  };
  return (
    <Button
      variant="default"
      size="sm"
      leftSection={<ExportIcon size={14} />}
      loading={isBusy}
      onClick={() => void run()}
    >
      Download CSV
    </Button>
  );
}
