import { expect } from 'vitest';
import type { Role } from '../../../src/core/foundation/permissions.ts';
import { roles } from '../../../src/core/foundation/permissions.ts';
import { budget, isFullRun } from '../../kit/figure.ts';
import { runs } from './chromium.ts';
import { expectNothingRefused, followTo, goTo, settled, violationsOf } from './dashboard.ts';
import { partOf } from './exact-names.ts';
import { test } from './furnished-shop.ts';
import {
  buttonsFor,
  buttonsOn,
  has,
  navigationPages,
  otherPages,
  pagesOfOne,
  troublesOf,
} from './offered.ts';

/** In an ordinary run, only the role with all permissions. What others see is tested elsewhere. */
const visitors: readonly Role[] = isFullRun ? (Object.keys(roles) as Role[]) : ['owner'];

test.for(visitors)(
  'Every page opens for %s without an error, shows the permitted buttons and passes axe',
  runs,
  async (role, { as, named, service }) => {
    const opened = await as(role);
    const { page } = opened;
    const troubles = troublesOf(page);
    const links = page.getByRole('navigation', { name: 'Pages' }).getByRole('link');
    let looked = 0;
    const look = async (name: string, buttons: Parameters<typeof buttonsFor>[1]) => {
      const seen = async () => ({
        alerts: await page.getByRole('alert').allTextContents(),
        buttons: await buttonsOn(page),
      });
      const expected = { alerts: [], buttons: buttonsFor(role, buttons).map(named).sort() };
      await expect.poll(seen, { message: `${name} for ${role}`, timeout: 60_000 }).toEqual(expected);
      looked += 1;
      if (role === 'owner' && looked % budget(1, 4) === 0)
        expect([name, await violationsOf(page)]).toEqual([name, []]);
    };
    const offered = Object.entries(navigationPages).filter(
      ([, { needs }]) => needs.length === 0 || needs.some((permission) => has(role, permission)),
    );
    expect(await links.allTextContents()).toEqual(offered.map(([name]) => name));
    for (const [name, { buttons }] of offered) {
      await goTo(page, name);
      await look(name, buttons);
    }
    for (const [name, { buttons, needs }] of Object.entries(otherPages)) {
      if (!needs.some((permission) => has(role, permission))) continue;
      await followTo(page, `/dashboard/${name.toLowerCase().replace(' ', '-')}`);
      await page.getByRole('heading', { name, level: 1 }).waitFor();
      await look(name, buttons);
    }
    for (const [path, buttons] of Object.entries(pagesOfOne)) {
      const address = named(path);
      const id = address.split('/')[1]!;
      const folder = address.split('/')[0]!;
      const isSamePage = new URL(page.url()).pathname.startsWith(`/dashboard/${folder}/`);
      // Elements opened on one page stay open on the next of the same kind.
      await (isSamePage
        ? page.goto(`${service.url}/dashboard/${address}`)
        : followTo(page, `/dashboard/${address}`));
      await page.getByRole('heading', { name: partOf(id), level: 1 }).waitFor();
      await settled(page);
      await look(path, buttons);
      // The REST API shows the object to the role as well.
      await page.getByRole('button', { name: 'Show' }).click();
      await page.getByText('REST').click();
      await page.getByRole('region', { name: 'REST JSON' }).getByText(partOf(id)).first().waitFor();
    }
    expect(await troubles()).toEqual([]);
    expectNothingRefused(opened);
  },
);

test('Dialogs let a person grant no more than their own rights', runs, async ({ as }) => {
  const optionsOf = async (role: Role, pageName: string, button: string, dialogName: string) => {
    const { page } = await as(role);
    await goTo(page, pageName);
    await page.getByRole('button', { name: button }).click();
    return { page, dialog: page.getByRole('dialog', { name: dialogName }) };
  };
  // A role that may grant everything sees everything: in a full run.
  for (const role of isFullRun ? (['owner', 'admin'] as const) : (['admin'] as const)) {
    const { dialog, page } = await optionsOf(role, 'Team', 'Invite', 'Invite a person');
    await dialog.getByRole('combobox', { name: 'Role' }).click();
    await page.getByRole('option', { name: 'Analyst' }).waitFor();
    expect(await page.getByRole('option', { name: 'Owner' }).count()).toBe(role === 'owner' ? 1 : 0);
  }
  for (const role of isFullRun ? (['admin', 'developer'] as const) : (['developer'] as const)) {
    const { dialog } = await optionsOf(role, 'Developers', 'Create a key', 'Create a key');
    await dialog.getByLabel('Custom').waitFor();
    expect(await dialog.getByLabel('Everything but team, keys and card exports').count()).toBe(
      role === 'admin' ? 1 : 0,
    );
  }
});
