/** What a committed transaction has for others: who has updates to show, and whether there are deliveries to make. */
export interface ChangeNotification {
  readonly merchantIds: ReadonlySet<string>;
  readonly deliveries: boolean;
}

/**
 * Tells every process what was committed. It is a hint and may get lost: whoever waits for one also looks by
 * itself from time to time.
 */
export type NotifyChanges = (announcement: ChangeNotification) => void;
