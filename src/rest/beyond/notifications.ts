import { notifications } from '../../core/operations/notifications.ts';
import { listAt } from '../places/list-at.ts';
import { retrieveAt } from '../places/retrieve-at.ts';
import { writeAt } from '../places/write-at.ts';

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
