import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { picture } from './picture.ts';
import { causes, simulate } from './simulate.ts';

/*
 * Simulates routing by success rate beside fixed orders, an equal split and an oracle, and draws the picture of docs/rules.md:
 * `npm run simulate:routing -- [payments] [seed]`.
 */

const [payments = 1_000_000, seed = 2] = process.argv.slice(2).map(Number);
const result = simulate(payments, seed);
const percent = (share: number) => `${(share * 100).toFixed(2)} %`;
for (const { approval, name, regret } of result.outcomes) {
  process.stdout.write(`${name.padEnd(16)} approval ${percent(approval)}, regret ${percent(regret)}\n`);
}
process.stdout.write(`explored ${percent(result.explored)} of the payments\n`);
process.stdout.write(`gained ${percent(result.gained)} of what the oracle gains over the best fixed order\n`);
for (const cause of causes) process.stdout.write(`regret by ${cause} ${percent(result.causes[cause])}\n`);
writeFileSync(path.resolve(import.meta.dirname, '../../docs/routing-simulation.svg'), picture(result));
