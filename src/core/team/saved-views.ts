import { SavedView } from '../entities/saved-view.ts';
import { TeamMember } from '../entities/team-member.ts';
import { type Context, type PersonCaller, requirePerson } from '../foundation/context.ts';
import { invalidParameter, notFound, Problem } from '../foundation/errors.ts';
import * as f from '../model/fields.ts';
import { fieldsFrom, Input } from '../model/index.ts';
import { isoTimestamp } from '../reads/statement.ts';
import { insert, inTransaction, lock } from '../writes/transactions.ts';

/** Maximum number of views per person and merchant account. */
export const VIEWS_MAX = 50;

@Input({ about: 'Parameters for saving a view.' })
export class ViewToSave extends fieldsFrom(SavedView, { requires: ['list', 'name', 'address'] }) {
  @f.Id('View to change; if omitted, a new view is created.')
  view_id?: string | null;
}

/** A view, in the form shown to its owner. */
export interface ShownView extends Pick<SavedView, 'list' | 'name' | 'address'> {
  readonly viewId: string;
  readonly createdAt: string;
}

/** The caller's views in their current merchant account, by list and name. */
export function readSavedViews(
  { rows }: Context,
  { merchantId, personId }: PersonCaller,
  list: SavedView['list'] | null,
): Promise<ShownView[]> {
  const text = `select view_id as "viewId", list, name, address, ${isoTimestamp('created_at')} as "createdAt"
                from saved_views where merchant_id = $1 and person_id = $2 and list = coalesce($3, list)
                order by list, name`;
  return rows.query<ShownView>(
    { text, values: [merchantId, personId, list], touches: { reads: ['saved_views'] } },
    merchantId,
  );
}

/**
 * Creates or changes a view of the calling person.
 *
 * @throws {Problem} `wrong_key_kind` without a person's session; `resource_already_exists` if another view of the list
 * has the name; `resource_not_found`; `invalid_parameter`; `unexpected_state` for more than {@link VIEWS_MAX}.
 */
export function saveView(
  ctx: Context,
  { address, list, name: given, view_id: viewId }: ViewToSave,
): Promise<ShownView> {
  const { merchantId, personId } = requirePerson(ctx.caller);
  const name = given.trim();
  if (name === '') throw invalidParameter('name', 'name must have a character other than spaces.');
  requireQueryString(address);
  return inTransaction(ctx, async (tx) => {
    // Of two concurrent requests, the second sees the view that the first saved.
    await lock(tx, TeamMember, personId);
    const owner = { merchant_id: merchantId, person_id: personId };
    const own = await tx.transaction.em.find(SavedView, owner);
    const known = viewId ? own.find(({ view_id }) => view_id === viewId) : null;
    if (known === undefined) throw notFound('saved view', 'view_id');
    if (own.some((other) => other !== known && other.list === list && other.name === name)) {
      throw new Problem('resource_already_exists', `You already have a view of ${list} with this name.`, {
        param: 'name',
      });
    }
    if (known) return shown(Object.assign(known, { list, name, address }));
    if (own.length >= VIEWS_MAX) {
      throw new Problem(
        'unexpected_state',
        `You can have at most ${VIEWS_MAX} views in a merchant account. Delete one first.`,
      );
    }
    const view = Object.assign(new SavedView(), owner, { list, name, address });
    view.view_id = tx.ports.ids.make('view');
    view.created_at = tx.ports.now();
    await insert(tx, view, false);
    return shown(view);
  });
}

/**
 * Deletes a view of the calling person, and returns its last state.
 *
 * @throws {Problem} `wrong_key_kind` without a person's session; `resource_not_found`, also for another person's.
 */
export function deleteView(ctx: Context, viewId: string): Promise<ShownView> {
  const { merchantId, personId } = requirePerson(ctx.caller);
  return inTransaction(ctx, async (tx) => {
    const key = { merchant_id: merchantId, person_id: personId, view_id: viewId };
    const view = await tx.transaction.em.findOne(SavedView, key);
    if (!view) throw notFound('saved view', 'view_id');
    tx.transaction.em.remove(view);
    return shown(view);
  });
}

const shown = ({ address, created_at, list, name, view_id }: SavedView): ShownView => ({
  viewId: view_id,
  list,
  name,
  address,
  createdAt: created_at.toISOString(),
});

function requireQueryString(address: string): void {
  if (/^[\x21-\x7e]*$/.test(address) && !/[?#]/.test(address)) return;
  throw invalidParameter('address', 'address must be a query string, percent-encoded, without ? and #.');
}
