import { notifications } from '../../core/operations/notifications.ts';
import { retrieveAt, writeAt } from '../beyond.ts';
import { listAt } from '../lists.ts';

export const notificationsBeyond = [
  listAt(notifications.listNotifications, '/notifications'),
  retrieveAt(notifications.retrieveNotification, '/notifications/{notification_id}'),
  writeAt(notifications.markNotificationRead, {
    method: 'post',
    path: '/notifications/{notification_id}/read',
  }),
  writeAt(notifications.markAllNotificationsRead, {
    method: 'post',
    path: '/notifications/read',
    example: { body: { kind: 'dispute_due' } },
  }),
];
