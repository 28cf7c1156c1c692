import type { ComponentType } from 'react';
import type { Permission } from '../session/session.tsx';
import * as icons from '../show/icons.tsx';

interface NavigationEntry {
  readonly label: string;
  readonly path: string;
  readonly icon: ComponentType<{ size?: number }>;
  /** Permissions, any one of which lets a person see the page; visible to everyone without any. */
  readonly needs: readonly Permission[];
}

/** The pages of the navigation, in its order. */
export const navigation: readonly NavigationEntry[] = [
  { label: 'Home', path: '/', icon: icons.HomeIcon, needs: [] },
  { label: 'Payments', path: '/dashboard/payments', icon: icons.PaymentIcon, needs: ['PAYMENTS_READ'] },
  { label: 'Refunds', path: '/dashboard/refunds', icon: icons.RefundIcon, needs: ['REFUNDS_READ'] },
  { label: 'Disputes', path: '/dashboard/disputes', icon: icons.DisputeIcon, needs: ['DISPUTES_READ'] },
  { label: 'Payouts', path: '/dashboard/payouts', icon: icons.PayoutIcon, needs: ['PAYOUTS_READ'] },
  { label: 'Balance', path: '/dashboard/balance', icon: icons.BalanceIcon, needs: ['FINANCE_READ'] },
  {
    label: 'Settlements',
    path: '/dashboard/settlements',
    icon: icons.SettlementIcon,
    needs: ['FINANCE_READ'],
  },
  { label: 'Customers', path: '/dashboard/customers', icon: icons.CustomerIcon, needs: ['CUSTOMERS_READ'] },
  { label: 'Analytics', path: '/dashboard/analytics', icon: icons.AnalyticsIcon, needs: ['PAYMENTS_READ'] },
  {
    label: 'Connectors',
    path: '/dashboard/connectors',
    icon: icons.ConnectorIcon,
    needs: ['CONNECTORS_READ'],
  },
  { label: 'Rules', path: '/dashboard/rules', icon: icons.RulesIcon, needs: ['SETTINGS_READ'] },
  {
    label: 'Developers',
    path: '/dashboard/developers',
    icon: icons.DeveloperIcon,
    needs: ['KEYS_READ', 'EVENTS_READ'],
  },
  { label: 'Team', path: '/dashboard/team', icon: icons.TeamIcon, needs: ['TEAM_READ'] },
  { label: 'Reports', path: '/dashboard/reports', icon: icons.ExportIcon, needs: ['EXPORTS_CREATE'] },
  { label: 'Audit log', path: '/dashboard/audit-log', icon: icons.AuditIcon, needs: ['AUDIT_READ'] },
  { label: 'Settings', path: '/dashboard/settings', icon: icons.SettingsIcon, needs: ['SETTINGS_READ'] },
];
