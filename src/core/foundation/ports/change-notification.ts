/**
 * The changes of a committed transaction, for other processes: changed objects, due deliveries, changed keys and
 * settings.
 */
export interface ChangeNotification {
  readonly merchantIds: ReadonlySet<string>;
  readonly deliveries: boolean;
  /**
   * The merchants whose keys must be looked up again: a key was revoked, restricted or replaced, or the merchant was
   * suspended. `*` for keys of administrators and organizations.
   */
  readonly keyHolders?: ReadonlySet<string>;
  /** The merchants whose settings changed; `*` for settings that all merchants share. */
  readonly settingsOf?: ReadonlySet<string>;
}

/** Notifies every process of a commit. Notifications may get lost, so every receiver also polls. */
export type NotifyChanges = (notification: ChangeNotification) => void;
