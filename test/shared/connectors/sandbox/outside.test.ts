import { agreeWithDashboard } from '../conformance/outside.ts';
import { sandboxHarness } from './harness.ts';

agreeWithDashboard(sandboxHarness);
