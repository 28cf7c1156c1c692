import { generateDashboard } from './dashboard/generate-dashboard.ts';

/** The command behind `npm run generate`, which the commands that compile the dashboard begin with. */
await generateDashboard();
