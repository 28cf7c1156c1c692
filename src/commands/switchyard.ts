#!/usr/bin/env node
import { requireNode } from '../service/runtime.ts';

/** The program that a package installs: its commands beside the service itself. */
requireNode();
const { runProgram } = await import('./program.ts');
// Whoever reads the output may stop reading, as `| head` does; what a command has started must still be stopped.
process.stdout.on('error', () => {});
process.exitCode = await runProgram(process.argv.slice(2));
