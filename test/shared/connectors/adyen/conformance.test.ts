import { conform } from '../conformance/suite.ts';
import { adyenHarness } from './harness.ts';

conform(adyenHarness);
