import { conform } from '../conformance/suite.ts';
import { sandboxHarness } from './harness.ts';

conform(sandboxHarness);
