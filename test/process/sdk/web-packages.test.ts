import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import type { Page } from 'playwright-core';
import { build } from 'vite';
import { expect } from 'vitest';
import { CVC, cards } from '../../kit/sandbox-shop.ts';
import { test as base } from '../../shared/browser/checkout.ts';
import { type GuardedPage, openGuardedPage, runs, runsInFull } from '../../shared/browser/chromium.ts';

const run = promisify(execFile);
const root = path.resolve(import.meta.dirname, '../../..');
const packages = path.join(root, 'deploy/packages');
const tsc = path.join(root, 'node_modules/typescript/bin/tsc');
const names = ['js', 'react'] as const;

/** The examples of both READMEs, by file. */
const readmes = await Promise.all(
  names.map((name) => readFile(path.join(packages, name, 'README.md'), 'utf8')),
);
const examples = readmes.flatMap((readme) =>
  [...readme.matchAll(/^```tsx?\n\/\/ (\S+)\n([\s\S]*?)^```$/gm)].map(
    ([, file, text]) => [file!, text!] as const,
  ),
);

/** A shop's page around the examples, which also has a form of three fields, and code that the compiler must refuse. */
const page = `
import { type ElementChange, loadSwitchyard } from '@switchyard/js';
import {
  CardCvcElement, CardElement, CardExpiryElement, CardNumberElement, SwitchyardProvider, useElements, useSwitchyard,
} from '@switchyard/react';
import { Component, type ReactNode, StrictMode, useState } from 'react';
import { createRoot } from 'react-dom/client';

const asked = new URLSearchParams(location.hash.slice(1));
const [url, key, secret] = [asked.get('url') ?? '', asked.get('key') ?? '', asked.get('secret') ?? ''];
const integrity = asked.get('integrity') ?? undefined;
const place = document.getElementById('page')!;

const reports: string[] = [];
const note = (name: string, change?: ElementChange) => {
  reports.push(change?.brand ? name + ' ' + change.brand : name);
  document.getElementById('reports')!.textContent = reports.join(', ');
};

function Fields() {
  const [status, setStatus] = useState('');
  const [shown, setShown] = useState(true);
  const switchyard = useSwitchyard();
  const elements = useElements();
  const pay = async () => {
    const { error, paymentIntent } = await switchyard!.confirmPayment({ elements: elements!, redirect: 'if_required' });
    setStatus(error ? error.code : paymentIntent.status);
  };
  return <>
    {shown && <CardNumberElement id="number" className="field" options={{ labels: 'above' }}
      onReady={(element) => element.focus()} onFocus={() => note('focus')} onBlur={() => note('blur')}
      onChange={(change) => note('change', change)} />}
    <CardExpiryElement />
    <CardCvcElement />
    <button onClick={() => void pay()}>Pay</button>
    <button onClick={() => setShown(!shown)}>Toggle</button>
    <p role="status">{status}</p>
  </>;
}

class Boundary extends Component<{ children: ReactNode }, { message: string }> {
  override state = { message: '' };
  static getDerivedStateFromError = (error: Error) => ({ message: error.message });
  override render = () => (this.state.message ? <p role="alert">{this.state.message}</p> : this.props.children);
}

// @ts-expect-error: the compiler knows the elements' options.
const misspelt = () => <CardElement options={{ lables: 'above' }} />;
void misspelt;

const render = (form: ReactNode) => createRoot(place).render(<StrictMode>{form}</StrictMode>);
if (asked.get('page') === 'js') {
  place.innerHTML = '<form><div id="form"></div><button>Pay</button><p role="status"></p></form>';
  const { showForm } = await import('./pay.js');
  void showForm(document.querySelector('form')!, document.getElementById('form')!, secret);
} else if (asked.get('page') === 'react') {
  const { Checkout } = await import('./checkout.js');
  render(<Checkout clientSecret={secret} />);
} else {
  const loaded = loadSwitchyard(url, key, { integrity });
  const options = { clientSecret: secret };
  render(<Boundary><SwitchyardProvider switchyard={loaded} options={options}><Fields /></SwitchyardProvider></Boundary>);
}
`;
const html = `<!doctype html><html lang="en"><title>Shop</title><main><h1>Shop</h1><div id="page"></div>
  <p id="reports"></p></main><script type="module" src="/main.tsx"></script></html>`;

const server = `
import { loadSwitchyard } from '@switchyard/js';
import '@switchyard/react';
console.log(await loadSwitchyard('https://pay.example.com', 'pk_live_1'));
`;

const test = base
  /** A separate project with the packed packages installed. */
  .extend(
    'project',
    { scope: 'file' },
    // biome-ignore lint/correctness/noEmptyPattern: Vitest reads a fixture's dependencies from this pattern.
    async ({}, { onCleanup }) => {
      const folder = await mkdtemp(path.join(tmpdir(), 'switchyard-web-'));
      onCleanup(() => rm(folder, { recursive: true, force: true }));
      await run(process.execPath, [path.join(packages, 'build.js'), ...names]);
      const npm = (...args: string[]) => run('npm', [...args, '--ignore-scripts'], { cwd: folder });
      const { stdout } = await npm('pack', ...names.map((name) => path.join(packages, name)), '--json');
      const packed = JSON.parse(stdout) as { filename: string; files: readonly { path: string }[] }[];
      await writeFile(path.join(folder, 'package.json'), '{ "private": true, "type": "module" }');
      // React, which is linked below, is not downloaded.
      await npm(
        'install',
        '--offline',
        '--legacy-peer-deps',
        ...packed.map(({ filename }) => `./${filename}`),
      );
      for (const name of ['@types', 'react', 'react-dom']) {
        await symlink(path.join(root, 'node_modules', name), path.join(folder, 'node_modules', name));
      }
      const settings = {
        // All options of strict projects, including checks of the packages' declarations.
        ...{ strict: true, noUncheckedIndexedAccess: true, exactOptionalPropertyTypes: true },
        ...{ noPropertyAccessFromIndexSignature: true, verbatimModuleSyntax: true, skipLibCheck: false },
        ...{ noImplicitOverride: true, noUnusedLocals: true, jsx: 'react-jsx', noEmit: true },
        ...{ target: 'ES2022', lib: ['ES2023', 'DOM', 'DOM.Iterable'], module: 'NodeNext', types: ['react'] },
      };
      await writeFile(path.join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions: settings }));
      await writeFile(path.join(folder, 'index.html'), html);
      await writeFile(path.join(folder, 'server.js'), server);
      for (const [file, text] of [...examples, ['main.tsx', page] as const]) {
        await writeFile(path.join(folder, file), text);
      }
      const checked = await run(tsc, ['-p', folder]).catch((error: { stdout: string }) => error);
      return {
        folder,
        complaints: checked.stdout,
        files: packed.map(({ files }) => files.map((file) => file.path)),
      };
    },
  )
  /** The shop's site: the project's bundle, with the service and a merchant's key in the examples. */
  .extend('site', { scope: 'file' }, async ({ project }, { onCleanup }) => {
    const asked = (name: string) => `new URLSearchParams(location.hash.slice(1)).get('${name}')!`;
    for (const [file, text] of examples) {
      const named = text
        .replace("'https://pay.example.com'", asked('url'))
        .replace("'pk_live_…'", asked('key'));
      expect(named).not.toBe(text);
      await writeFile(path.join(project.folder, file), named);
    }
    await build({
      configFile: false,
      root: project.folder,
      logLevel: 'error',
      // In development React runs each effect twice, which reveals missing clean-up.
      define: { 'process.env.NODE_ENV': '"development"' },
      build: { outDir: 'site', minify: false },
    });
    const types: Record<string, string> = { '.html': 'text/html', '.js': 'text/javascript' };
    const listening = createServer(async (request, response) => {
      const { pathname } = new URL(request.url!, 'http://shop');
      const file = path.join(project.folder, 'site', pathname === '/' ? 'index.html' : pathname);
      const body = await readFile(file).catch(() => null);
      response
        .writeHead(body ? 200 : 404, { 'content-type': types[path.extname(file)] ?? 'text/plain' })
        .end(body);
    }).listen(0, '127.0.0.1');
    await once(listening, 'listening');
    onCleanup(() => void listening.close());
    return `http://127.0.0.1:${(listening.address() as AddressInfo).port}`;
  })
  /** Creates a payment and opens the shop's page for it. */
  .extend('checkout', ({ api, link, seller, service, site }, { onCleanup }) => {
    const opened: GuardedPage[] = [];
    onCleanup(async () => {
      for (const one of opened) await one.close();
    });
    return async (kind: string, more: Record<string, string> = {}) => {
      const profile = `/account/${seller.merchantId}/business_profile/${seller.profileId}`;
      // The shop's site, and the host that the examples return to.
      const allowed_domains = ['127.0.0.1', 'shop.example.com'];
      expect((await api.post(profile, { payment_link_config: { allowed_domains } })).status).toBe(200);
      const payment = await link({ payment_link: false });
      const asked = { page: kind, url: service.url, key: seller.publishableKey, ...more };
      const guarded = await openGuardedPage({ locale: 'en-IE' });
      opened.push(guarded);
      await guarded.page.goto(`${site}/#${new URLSearchParams({ ...asked, secret: payment.client_secret })}`);
      return { ...guarded, payment };
    };
  });

const field = (shown: Page, title: string, label: string) =>
  shown.frameLocator(`iframe[title="${title}"]`).getByLabel(label);
const pays = (shown: Page) => shown.getByRole('button', { name: 'Pay' }).click();
const says = (shown: Page, text: string) => shown.getByRole('status').filter({ hasText: text }).waitFor();

test('The packed packages contain their code and types, and depend only on each other and React', async ({
  project,
}) => {
  expect(project.complaints).toBe('');
  expect(examples.map(([file]) => file)).toEqual(['pay.ts', 'checkout.tsx']);
  for (const files of project.files) {
    expect(files).toContain('README.md');
    expect(files.filter((file) => !/^(dist\/.+\.(js|d\.ts)|README\.md|package\.json)$/.test(file))).toEqual(
      [],
    );
  }
  const read = async (file: string) => JSON.parse(await readFile(path.join(root, file), 'utf8'));
  const { version } = await read('package.json');
  for (const name of names) {
    const own = await read(`deploy/packages/${name}/package.json`);
    expect(own.version).toBe(version);
    expect(own).not.toHaveProperty('dependencies');
    if (name === 'react') expect(own.peerDependencies).toEqual({ '@switchyard/js': version, react: '>=18' });
  }
  const { stdout } = await run(process.execPath, ['server.js'], { cwd: project.folder });
  expect(stdout).toBe('null\n');
});

test(
  "The READMEs' examples take payments in a browser, with and without React",
  runsInFull,
  async ({ checkout, read }) => {
    for (const kind of ['react', 'js']) {
      const { complaints, page: shown, payment } = await checkout(kind);
      const title = 'Secure payment form';
      await field(shown, title, 'Card number').fill(cards.good);
      await field(shown, title, 'Expiry date').fill('12 / 39');
      await pays(shown);
      await shown.getByRole('status').filter({ hasText: /\w/ }).waitFor();
      expect(await read(payment)).toMatchObject({ status: 'requires_payment_method' });
      await field(shown, title, 'Security code').fill(CVC);
      await pays(shown);
      await says(shown, 'succeeded');
      expect(await read(payment)).toMatchObject({ status: 'succeeded', amount_received: 1200 });
      expect(await shown.locator('script[src$="/js/switchyard.js"]').count()).toBe(1);
      expect(complaints).toEqual([]);
    }
  },
);

test(
  'Components report what happens in their frames, and can be unmounted and remounted',
  runs,
  async ({ checkout, read, service }) => {
    const { integrity } = await hashOf(service.url);
    const {
      complaints,
      page: shown,
      payment,
    } = await checkout('fields', { integrity: `${other(integrity)} ${integrity}` });
    const number = field(shown, 'Secure card number field', 'Card number');
    const reported = (text: string) => shown.locator('#reports').filter({ hasText: text }).waitFor();
    await number.fill(cards.declined);
    await reported('focus');
    await reported('change Visa');
    expect(await shown.locator('#number.field iframe').count()).toBe(1);
    await field(shown, 'Secure expiry date field', 'Expiry date').fill('12 / 39');
    await field(shown, 'Secure security code field', 'Security code').fill(CVC);
    await reported('blur');
    await pays(shown);
    await says(shown, 'payment_failed');
    const toggle = shown.getByRole('button', { name: 'Toggle' });
    await toggle.click();
    await shown.locator('#number').waitFor({ state: 'detached' });
    await toggle.click();
    await number.fill(cards.good);
    await pays(shown);
    await says(shown, 'succeeded');
    expect(await read(payment)).toMatchObject({ status: 'succeeded', attempt_count: 2 });
    expect(complaints).toEqual([]);
  },
);

test(
  'A script with another hash does not run, and the page learns why',
  runs,
  async ({ checkout, service }) => {
    const { integrity } = await hashOf(service.url);
    const { page: shown } = await checkout('fields', { integrity: other(integrity) });
    await shown.getByRole('alert').filter({ hasText: "it changes with the service's version" }).waitFor();
    expect(await shown.evaluate('typeof Switchyard')).toBe('undefined');
  },
);

/** A hash that matches no script. */
const other = (integrity: string) => integrity.replace(/.{8}$/, 'AAAAAAAA');

/** The script's hash, computed by the guide's command. */
async function hashOf(url: string): Promise<{ integrity: string }> {
  const guide = await readFile(path.join(root, 'docs/take-a-payment.md'), 'utf8');
  const command = /^echo "sha384-.*switchyard\.js.*$/m.exec(guide)![0];
  const { stdout } = await run('bash', ['-euo', 'pipefail', '-c', command], {
    env: { PATH: process.env.PATH, URL: url },
  });
  return { integrity: stdout.trim() };
}
