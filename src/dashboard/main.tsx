import '@mantine/core/styles.css';
import '@mantine/notifications/styles.css';
import './dashboard.css';
import './charts.css';
import { MantineProvider } from '@mantine/core';
import { Notifications } from '@mantine/notifications';
import { createRoot } from 'react-dom/client';
import { App } from './app/app.tsx';
import { styleNonce } from './app/nonce.ts';
import { cssVariables, theme } from './app/theme.ts';

createRoot(document.getElementById('root')!).render(
  <MantineProvider
    theme={theme}
    cssVariablesResolver={cssVariables}
    defaultColorScheme="auto"
    getStyleNonce={styleNonce}
  >
    <Notifications position="bottom-right" />
    <App />
  </MantineProvider>,
);
