// Writes sbom.cdx.json, the bill of materials of the package (CycloneDX): what `npm ci --omit=dev --omit=optional` installs
// by the lock file, with versions, licenses and digests. `npm pack` runs it.
import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';

const { name, packages } = JSON.parse(readFileSync('package-lock.json', 'utf8'));
const options = ['--package-lock-only', '--sbom-format=cyclonedx', '--sbom-type=application'];
const made = execFileSync(process.execPath, [process.env.npm_execpath, 'sbom', ...options], {
  encoding: 'utf8',
  maxBuffer: 64 * 1024 * 1024,
});
const bill = JSON.parse(made);
// npm names the application by the folder of the checkout.
bill.metadata.component.name = name;
// With --omit npm sbom leaves out what a left out package needs, though others need it too: Express, for one.
const folders = Object.entries(packages).filter(([, { dev, devOptional, optional }]) => !(dev || devOptional || optional));
const installed = new Set(
  folders.map(([at, { version }]) => `${at.slice(at.lastIndexOf('node_modules/') + 'node_modules/'.length)}@${version}`),
);
const isInstalled = (ref) => installed.has(ref) || ref === bill.metadata.component['bom-ref'];
bill.components = bill.components.filter((component) => isInstalled(component['bom-ref']));
bill.dependencies = bill.dependencies
  .filter(({ ref }) => isInstalled(ref))
  .map(({ dependsOn = [], ref }) => ({ ref, dependsOn: dependsOn.filter(isInstalled) }));
writeFileSync('sbom.cdx.json', `${JSON.stringify(bill, null, 2)}\n`);
