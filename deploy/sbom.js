// Writes sbom.cdx.json, the bill of materials of the package (CycloneDX): what `npm ci --omit=dev --omit=optional` installs
// by the lock file, with versions, licenses and digests. `npm pack` runs it.
import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';

const { name } = JSON.parse(readFileSync('package.json', 'utf8'));
const options = ['--package-lock-only', '--omit=dev', '--omit=optional'];
const form = ['--sbom-format=cyclonedx', '--sbom-type=application'];
const made = execFileSync(process.execPath, [process.env.npm_execpath, 'sbom', ...options, ...form], {
  encoding: 'utf8',
  maxBuffer: 64 * 1024 * 1024,
});
const bill = JSON.parse(made);
// npm names the application by the folder of the checkout.
bill.metadata.component.name = name;
writeFileSync('sbom.cdx.json', `${JSON.stringify(bill, null, 2)}\n`);
