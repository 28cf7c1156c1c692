import { agreeWithDashboard } from '../conformance/outside.ts';
import { stripeHarness } from './harness.ts';

agreeWithDashboard(stripeHarness);
