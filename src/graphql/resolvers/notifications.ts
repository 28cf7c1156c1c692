import type { GraphQLResolveInfo } from 'graphql';
import { Ctx, FieldResolver, Info, Resolver, Root } from 'type-graphql';
import { Notification } from '../../core/entities/notification.ts';
import {
  MarkedNotifications,
  markAllNotificationsRead,
  markNotificationRead,
  marksAllRead,
  marksRead,
  NotificationsToMark,
} from '../../core/notifications/mark-read.ts';
import type { Row } from '../../core/reads/index.ts';
import type { GraphqlContext } from '../kit/context.ts';
import { mutation } from '../kit/mutations.ts';
import { queriesOf } from '../kit/queries.ts';

@Resolver(() => Notification)
class NotificationFields {
  @FieldResolver()
  profile(@Root() notification: Row, @Ctx() { loaders }: GraphqlContext, @Info() info: GraphQLResolveInfo) {
    return loaders.profile(notification, info);
  }
}

const marks = { permission: 'events:read', reach: 'profile', evenIfSuspended: true } as const;

export const notificationResolvers = [
  queriesOf(Notification),
  NotificationFields,
  mutation({
    ...marks,
    payload: Notification,
    payloadField: 'notification',
    name: 'markNotificationRead',
    about: marksRead,
    ids: ['notification_id'],
    run: async (ctx, _input, { notification_id }) => {
      await markNotificationRead(ctx, notification_id!);
      return { id: notification_id! };
    },
  }),
  mutation({
    ...marks,
    payload: MarkedNotifications,
    payloadField: 'result',
    name: 'markAllNotificationsRead',
    about: marksAllRead,
    creates: true,
    input: NotificationsToMark,
    run: async (ctx, input) => ({ id: '', snapshot: { ...(await markAllNotificationsRead(ctx, input)) } }),
  }),
];
