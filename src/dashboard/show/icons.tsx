import type { ReactNode } from 'react';

/** An icon drawn with lines of the text's color. Hidden from screen readers: each has a text or label beside it. */
const icon = (path: ReactNode) =>
  function Icon({ size = 18 }: { size?: number }) {
    return (
      <svg
        width={size}
        height={size}
        viewBox="0 0 24 24"
        fill="none"
        stroke="currentColor"
        strokeWidth={1.75}
        strokeLinecap="round"
        strokeLinejoin="round"
        aria-hidden="true"
      >
        {path}
      </svg>
    );
  };

export const HomeIcon = icon(<path d="M4 11l8-7 8 7v9h-5v-6H9v6H4z" />);
export const PaymentIcon = icon(<path d="M3 6h18v12H3zM3 10h18M7 15h3" />);
export const RefundIcon = icon(<path d="M9 7L4 12l5 5M4 12h11a5 5 0 010 10" transform="translate(0 -3)" />);
export const DisputeIcon = icon(<path d="M12 3l9 17H3zM12 10v4M12 17v.01" />);
export const PayoutIcon = icon(<path d="M12 16V4M7 9l5-5 5 5M4 20h16" />);
export const BalanceIcon = icon(<path d="M12 4v16M7 20h10M5 7h14M5 7l-3 7h6zM19 7l-3 7h6z" />);
export const SettlementIcon = icon(<path d="M3 9l9-5 9 5zM5 9v9M10 9v9M14 9v9M19 9v9M3 20h18" />);
export const CustomerIcon = icon(<path d="M12 12a4 4 0 100-8 4 4 0 000 8zM4 21c0-4 4-6 8-6s8 2 8 6" />);
export const AnalyticsIcon = icon(<path d="M4 20V10M10 20V4M16 20v-7M22 20H2" />);
export const ConnectorIcon = icon(<path d="M9 3v5M15 3v5M6 8h12v3a6 6 0 01-12 0zM12 17v4" />);
export const DeveloperIcon = icon(<path d="M8 8l-5 4 5 4M16 8l5 4-5 4M14 5l-4 14" />);
export const TeamIcon = icon(
  <path d="M9 11a3 3 0 100-6 3 3 0 000 6zM2 20c0-4 3-6 7-6s7 2 7 6M17 5a3 3 0 010 6M18 14c3 0 4 3 4 6" />,
);
export const AuditIcon = icon(<path d="M6 3h9l4 4v14H6zM9 12h7M9 16h7" />);
export const SettingsIcon = icon(<path d="M4 7h10M18 7h2M4 17h2M10 17h10M16 5v4M8 15v4" />);
export const SearchIcon = icon(<path d="M11 18a7 7 0 100-14 7 7 0 000 14zM20 20l-4-4" />);
export const BellIcon = icon(<path d="M6 17V11a6 6 0 0112 0v6l2 2H4zM10 21h4" />);
export const CopyIcon = icon(<path d="M9 9h11v11H9zM5 15H4V4h11v1" />);
export const CrossIcon = icon(<path d="M6 6l12 12M18 6L6 18" />);
export const CheckIcon = icon(<path d="M5 12l5 5L19 7" />);
export const SunIcon = icon(
  <path d="M12 16a4 4 0 100-8 4 4 0 000 8zM12 2v2M12 20v2M2 12h2M20 12h2M5 5l1.5 1.5M17.5 17.5L19 19M5 19l1.5-1.5M17.5 6.5L19 5" />,
);
export const MoonIcon = icon(<path d="M20 14A8 8 0 1110 4a7 7 0 0010 10z" />);
export const ColumnsIcon = icon(<path d="M4 4h16v16H4zM10 4v16M15 4v16" />);
export const ViewIcon = icon(<path d="M6 3h12v18l-6-5-6 5z" />);
export const ExportIcon = icon(<path d="M12 4v11M7 11l5 5 5-5M4 20h16" />);
export const AscendingIcon = icon(<path d="M12 19V5M6 11l6-6 6 6" />);
export const DescendingIcon = icon(<path d="M12 5v14M6 13l6 6 6-6" />);
export const UpIcon = icon(<path d="M12 19V5M6 11l6-6 6 6" />);
export const DownIcon = icon(<path d="M12 5v14M6 13l6 6 6-6" />);
export const RulesIcon = icon(<path d="M6 4v16M6 8h9a3 3 0 013 3v3M15 11l3 3 3-3M3 20h6" />);
