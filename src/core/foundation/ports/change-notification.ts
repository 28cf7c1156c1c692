/** What a committed transaction wrote: whose objects changed, whether deliveries are due, whose keys and settings changed. */
export interface ChangeNotification {
  readonly merchantIds: ReadonlySet<string>;
  readonly deliveries: boolean;
  /** The merchants whose keys have to be looked up again: one was revoked, restricted or replaced, or all are suspended. */
  readonly keyHolders?: ReadonlySet<string>;
  /** The merchants whose settings changed; `*` for those that all share. */
  readonly settingsOf?: ReadonlySet<string>;
}

/** Notifies every process of a commit. Notifications may get lost, so every receiver also polls. */
export type NotifyChanges = (notification: ChangeNotification) => void;
