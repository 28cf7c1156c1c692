import { agreeWithDashboard } from '../conformance/outside.ts';
import { adyenHarness } from './harness.ts';

agreeWithDashboard(adyenHarness);
