import { useQuery } from '@apollo/client/react';
import { ActionIcon, Indicator } from '@mantine/core';
import { Link } from 'wouter';
import { UnreadDocument } from '../data/unread.documents.ts';
import { useSession } from '../session/session.tsx';
import { BellIcon } from '../show/icons.tsx';

const MINUTE_MS = 60_000;
/** Larger counts are shown as `99+`. */
const SHOWN_MAX = 99;

/** Link to the notifications, with the unread count. Hidden without the permission to read them. */
export function Bell() {
  const { can } = useSession();
  return can('EVENTS_READ') ? <UnreadBell /> : null;
}

function UnreadBell() {
  const { data } = useQuery(UnreadDocument, { pollInterval: MINUTE_MS, errorPolicy: 'ignore' });
  const unread = data?.notifications?.count.count ?? 0;
  const label = unread === 0 ? 'Notifications' : `Notifications: ${unread} unread`;
  return (
    <Indicator
      label={unread > SHOWN_MAX ? `${SHOWN_MAX}+` : unread}
      disabled={unread === 0}
      color="red.8"
      size={16}
      offset={4}
      zIndex={1}
    >
      <ActionIcon
        component={Link}
        href="/dashboard/notifications"
        variant="default"
        size="lg"
        aria-label={label}
        title={label}
      >
        <BellIcon size={16} />
      </ActionIcon>
    </Indicator>
  );
}
