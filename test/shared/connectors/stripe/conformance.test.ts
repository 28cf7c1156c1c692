import { conform } from '../conformance/suite.ts';
import { stripeHarness } from './harness.ts';

conform(stripeHarness);
