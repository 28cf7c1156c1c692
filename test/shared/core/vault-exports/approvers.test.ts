import { expect } from 'vitest';
import { type Member, type Team, test } from './team.ts';

const asked = /^not_permitted: You requested this export/;
const descends = /^not_permitted: You were invited, or given your role, by the requester/;
const pair = /^not_permitted: One of the two approvers was invited/;
const siblings = /^not_permitted: You and the other approver were both invited/;
const young = /^not_permitted: Your role must have had the permission vault:export for 7 days/;

/** A way to create approvers that one person could do alone: the requester, the approver, and each message. */
type Attempt = (team: Team) => Promise<readonly (readonly [by: Member, exportId: string, answer: RegExp])[]>;

const attempts: Readonly<Record<string, Attempt>> = {
  'by asking and approving': async (team) => {
    const me = await team.appointed('admin');
    await team.days(8);
    return [[me, await team.ask(me), asked]];
  },
  'by asking with a key of mine': async (team) => {
    const me = await team.appointed('admin');
    const key = await team.keyOf(me);
    const ofKey = await team.keyOf(key);
    await team.days(8);
    return [
      [me, await team.ask(key), asked],
      [me, await team.ask(ofKey), asked],
    ];
  },
  'with a second mailbox, that I invite': async (team) => {
    const me = await team.appointed('owner');
    const other = await team.invited(me);
    await team.days(8);
    return [
      [other, await team.ask(me), descends],
      [other, await team.ask(await team.keyOf(me)), descends],
    ];
  },
  'with a mailbox that a mailbox invites': async (team) => {
    const me = await team.appointed('admin');
    const other = await team.invited(me);
    const third = await team.invited(other);
    await team.days(8);
    return [[third, await team.ask(me), descends]];
  },
  'with a mailbox whose inviter left': async (team) => {
    const [me, owner] = [await team.appointed('admin'), await team.appointed('owner')];
    const other = await team.invited(me);
    const third = await team.invited(other);
    await team.sql('delete from team_members where person_id = $1', [other.id]);
    await team.days(8);
    return [
      [third, await team.ask(me), descends],
      [owner, await team.ask(me), /^awaiting_approval$/],
    ];
  },
  'with mailboxes that a key invites': async (team) => {
    const me = await team.appointed('admin');
    const key = await team.keyOf(me);
    const [one, two] = [await team.invited(key), await team.invited(key)];
    await team.days(8);
    const [byKey, byMe] = [await team.ask(key), await team.ask(me)];
    return [
      [one, byKey, descends],
      [two, byKey, descends],
      [one, byMe, descends],
    ];
  },
  'by making somebody an admin': async (team) => {
    const [me, analyst] = [await team.appointed('admin'), await team.appointed('analyst')];
    const path = `/team_members/${(await me.send('GET', '/accounts')).body.data[0].merchant_id}/${analyst.id}`;
    expect((await me.post(path, { role: 'admin' })).body).toMatchObject({
      role: 'admin',
      role_given_by: me.id,
    });
    await team.days(8);
    return [[analyst, await team.ask(me), descends]];
  },
  'as one of two, whom I invited': async (team) => {
    const [me, asking] = [await team.appointed('admin'), await team.appointed('admin')];
    const other = await team.invited(me);
    await team.days(8);
    const [mine, theirs] = [await team.ask(asking), await team.ask(asking)];
    return [
      [me, mine, /^awaiting_approval$/],
      [other, mine, pair],
      [other, theirs, /^awaiting_approval$/],
      [me, theirs, pair],
    ];
  },
  'with two mailboxes, while a third asks': async (team) => {
    const me = await team.appointed('admin');
    const [one, two, three] = [await team.invited(me), await team.invited(me), await team.invited(me)];
    await team.days(8);
    const exportId = await team.ask(three);
    return [
      [one, exportId, /^awaiting_approval$/],
      [two, exportId, siblings],
    ];
  },
  'with a key that is named like an owner': async (team) => {
    const [me, owner, asking] = [
      await team.appointed('admin'),
      await team.appointed('owner'),
      await team.appointed('admin'),
    ];
    const key = await team.keyOf(me, undefined, owner.id);
    const [one, two] = [await team.invited(key), await team.invited(key)];
    await team.days(8);
    const exportId = await team.ask(asking);
    return [
      [me, await team.ask(key), asked],
      [one, await team.ask(me), descends],
      [one, exportId, /^awaiting_approval$/],
      [two, exportId, siblings],
    ];
  },
  'before seven days are over': async (team) => {
    const me = await team.appointed('admin');
    await team.days(6);
    return [[me, await team.ask(await team.appointed('admin')), young]];
  },
};

test.for(Object.entries(attempts))('An export is not approved %s', async ([, attempt], { team }) => {
  for (const [by, exportId, answer] of await attempt(team)) {
    expect(await team.approve(by, exportId)).toMatch(answer);
  }
  const exports = await team.sql(
    `select status from payment_method_exports where status <> 'awaiting_approval'`,
  );
  expect(exports).toEqual([]);
});

test('Two people invited by an owner or an administrator approve the request of a third', async ({
  team,
}) => {
  const owner = await team.appointed('owner');
  const [one, two, asking] = [
    await team.invited(owner),
    await team.invited(owner),
    await team.invited(owner),
  ];
  await team.days(8);
  const exportId = await team.ask(asking);
  expect(await team.approve(one, exportId)).toBe('awaiting_approval');
  expect(await team.approve(one, exportId)).toMatch(
    /^unexpected_state: You have already approved the export/,
  );
  expect(await team.approve(two, exportId)).toBe('approved');
  const again = await team.ask(await team.appointed('admin'));
  expect(await team.approve(owner, again)).toBe('awaiting_approval');
});

test('The seven days start over with the permission, and continue with another role that has it', async ({
  shop,
  team,
}) => {
  const [owner, other] = [await team.appointed('owner'), await team.appointed('admin')];
  await team.days(8);
  const path = `/team_members/${shop.merchantId}/${other.id}`;
  const since = async () => (await owner.send('GET', path)).body.vault_export_since;
  const before = await since();
  await owner.post(path, { role: 'owner' });
  expect(await since()).toBe(before);
  await owner.post(path, { role: 'analyst' });
  expect(await since()).toBeNull();
  await owner.post(path, { role: 'admin' });
  expect(Date.parse(await since())).toBeGreaterThan(Date.parse(before));
  expect(await team.approve(other, await team.ask(await team.appointed('admin')))).toMatch(young);
  // The member lacked it while inactive.
  await team.days(8);
  const aged = await since();
  await team.sql(`update team_members set last_seen_at = now() - interval '91 days' where person_id = $1`, [
    other.id,
  ]);
  await owner.post(path, { role: 'admin' });
  expect(Date.parse(await since())).toBeGreaterThan(Date.parse(aged));
});

test('Creators from before the recording are found in the audit log', async ({ shop, team }) => {
  const me = await team.appointed('admin');
  const key = await team.keyOf(me);
  const other = await team.invited(key);
  const analyst = await team.appointed('analyst');
  await me.post(`/team_members/${shop.merchantId}/${analyst.id}`, { role: 'admin' });
  await team.sql('update invitations set invited_by = null, accepted_by = null where merchant_id = $1', [
    shop.merchantId,
  ]);
  await team.sql(
    `update team_members set role_given_by = null, vault_export_since = null, joined_at = joined_at - interval '8 days' where merchant_id = $1`,
    [shop.merchantId],
  );
  await team.sql('update api_keys set created_by = null where merchant_id = $1', [shop.merchantId]);
  expect(await team.approve(me, await team.ask(key))).toMatch(asked);
  expect(await team.approve(other, await team.ask(me))).toMatch(descends);
  expect(await team.approve(analyst, await team.ask(other))).toMatch(young);
});

test('A person requests and downloads with a second factor, and approves with one of the last five minutes', async ({
  team,
}) => {
  const [one, two] = [await team.appointed('admin'), await team.appointed('owner')];
  await team.days(8);
  const exportId = await team.ask(await team.appointed('admin'));
  const shown = (person: Member, at: string) =>
    team.sql(
      `update auth.sessions set second_factor_at = ${at}, second_factor = ${at} is not null where user_id = $1`,
      [person.id],
    );
  const path = `/exports/payment_methods/${exportId}`;
  await shown(one, `now() - interval '6 minutes'`);
  expect(await team.approve(one, exportId)).toMatch(/^second_factor_required/);
  expect((await one.send('GET', `${path}/files/1`)).body.error.code).toBe('resource_not_found');
  await shown(two, 'null');
  expect(await team.approve(two, exportId)).toMatch(/^second_factor_required/);
  for (const { body } of [
    await two.post('/exports/payment_methods', { public_key: 'none' }),
    await two.send('GET', `${path}/files/1`),
    await two.send('GET', '/payments/none/extended_card_info'),
  ])
    expect(body.error.code).toBe('second_factor_required');
  // Stopping requires none: it only ends something.
  expect((await two.post(`${path}/stop`)).body).toMatchObject({ status: 'stopped', stopped_by: two.id });
});
