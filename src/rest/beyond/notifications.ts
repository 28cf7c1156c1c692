import { Notification } from '../../core/entities/notification.ts';
import {
  MarkedNotifications,
  markAllNotificationsRead,
  markNotificationRead,
  marksAllRead,
  marksRead,
  NotificationsToMark,
} from '../../core/notifications/mark-read.ts';
import { beyond, retrieve } from '../beyond.ts';
import { listOf } from '../lists.ts';
import { one } from '../response-shapes.ts';

export const notificationsBeyond = [
  listOf(Notification, {
    id: 'listNotifications',
    summary: 'List notifications',
    path: '/notifications',
    about: 'Lists what needed attention, newest first: what is unread with `read=false`.',
  }),
  beyond({
    id: 'retrieveNotification',
    permission: 'events:read',
    reach: 'profile',
    summary: 'Retrieve a notification',
    method: 'get',
    path: '/notifications/{notification_id}',
    about: 'Retrieves a notification.',
    response: one(Notification, 'full'),
    handle: (ctx, { path }) => retrieve(ctx, Notification, path.notification_id),
  }),
  beyond({
    id: 'markNotificationRead',
    permission: 'events:read',
    reach: 'profile',
    evenIfSuspended: true,
    summary: 'Mark a notification as read',
    method: 'post',
    path: '/notifications/{notification_id}/read',
    about: marksRead,
    response: one(Notification, 'full'),
    handle: async (ctx, { path }) => {
      await markNotificationRead(ctx, path.notification_id);
      return retrieve(ctx, Notification, path.notification_id);
    },
  }),
  beyond({
    id: 'markAllNotificationsRead',
    permission: 'events:read',
    reach: 'profile',
    evenIfSuspended: true,
    ofMerchant: true,
    summary: 'Mark all notifications as read',
    method: 'post',
    path: '/notifications/read',
    about: marksAllRead,
    body: NotificationsToMark,
    example: { body: { kind: 'dispute_due' } },
    response: one(MarkedNotifications),
    handle: (ctx, { body }) => markAllNotificationsRead(ctx, body),
  }),
];
