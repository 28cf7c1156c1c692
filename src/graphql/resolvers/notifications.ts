import type { GraphQLResolveInfo } from 'graphql';
import { Ctx, FieldResolver, Info, Resolver, Root } from 'type-graphql';
import { Notification } from '../../core/entities/notification.ts';
import { notifications } from '../../core/operations/notifications.ts';
import type { Row } from '../../core/reads/index.ts';
import type { GraphqlContext } from '../kit/context.ts';
import { mutationOf } from '../kit/mutations.ts';
import { queriesFor } from '../kit/queries.ts';

@Resolver(() => Notification)
class NotificationFields {
  @FieldResolver()
  profile(@Root() notification: Row, @Ctx() { loaders }: GraphqlContext, @Info() info: GraphQLResolveInfo) {
    return loaders.profile(notification, info);
  }
}

export const notificationResolvers = [
  ...queriesFor(notifications.retrieveNotification, notifications.listNotifications),
  NotificationFields,
  mutationOf(notifications.markNotificationRead),
  mutationOf(notifications.markAllNotificationsRead, { payloadField: 'result' }),
];
