#!/usr/bin/env node
import { requireNode } from '../service/runtime.ts';

/** The program that a package installs: the service and its commands. */
requireNode();
const { runProgram } = await import('./program.ts');
// The reader of the output may stop reading, as `| head` does; processes that a command started must still be stopped.
process.stdout.on('error', () => {});
process.exitCode = await runProgram(process.argv.slice(2));
