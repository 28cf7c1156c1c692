import { Notification } from '../entities/notification.ts';
import {
  MarkedNotifications,
  markAllNotificationsRead,
  markNotificationRead,
  NotificationsToMark,
} from '../notifications/mark-read.ts';
import { listOperation, operationsByName, retrieveOperation, writeOperation } from './operation.ts';

const marks = { permission: 'events:read', reach: 'profile', evenIfSuspended: true } as const;

export const notifications = operationsByName({
  listNotifications: listOperation(Notification, {
    about: 'Lists notifications, newest first; unread ones only with `read=false`.',
  }),
  retrieveNotification: retrieveOperation(Notification),
  markNotificationRead: writeOperation({
    ...marks,
    summary: 'Mark a notification as read',
    about:
      "Marks a notification as read, for all of the merchant's team. A read notification does not change.",
    ids: ['notification_id'],
    target: Notification,
    run: markNotificationRead,
  }),
  markAllNotificationsRead: writeOperation({
    ...marks,
    ofMerchant: true,
    summary: 'Mark all notifications as read',
    about:
      "Marks all unread notifications as read, for all of the merchant's team; with a key of a business profile, only the profile's notifications. `kind` selects one kind.",
    input: NotificationsToMark,
    target: MarkedNotifications,
    run: markAllNotificationsRead,
    shows: 'result',
  }),
});
