/** What a committed transaction wrote: whose objects changed, and whether webhook deliveries are due. */
export interface ChangeNotification {
  readonly merchantIds: ReadonlySet<string>;
  readonly deliveries: boolean;
}

/** Notifies every process of a commit. Notifications may get lost, so every receiver also polls. */
export type NotifyChanges = (notification: ChangeNotification) => void;
