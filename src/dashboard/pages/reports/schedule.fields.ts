// Generated from `UpdateReportScheduleInput` of schema/schema.graphql by `npm run emit`.
import type { DescribedField } from '../../act/described.ts';

export const scheduleFields: readonly DescribedField[] = [
  {
    "name": "columns",
    "about": "Columns by their names in REST, separated by commas, as the export takes them; null for its default.",
    "kind": "text"
  },
  {
    "name": "enabled",
    "about": "Whether reports are made.",
    "kind": "flag"
  },
  {
    "name": "filter",
    "about": "Filter as JSON, as the export of the list takes it; null for all rows. It must not have the time of creation, which the period sets.",
    "kind": "text"
  },
  {
    "name": "hour",
    "about": "Hour of the day after the period, in the time zone, at which the report is made.",
    "kind": "number"
  },
  {
    "name": "list",
    "about": "List that is exported.",
    "kind": "choice",
    "options": [
      "captures",
      "customers",
      "disputes",
      "payments",
      "payouts",
      "refunds"
    ]
  },
  {
    "name": "maskPersonalData",
    "about": "Whether personal data in the reports are masked. Whoever creates or changes a schedule without the permission `personal_data:read` has to leave it true.",
    "kind": "flag"
  },
  {
    "name": "name",
    "about": "Name of the schedule.",
    "kind": "text"
  },
  {
    "name": "period",
    "about": "The period of each report. It is made after the period has ended.",
    "kind": "choice",
    "options": [
      "daily",
      "monthly",
      "weekly"
    ]
  },
  {
    "name": "profileId",
    "about": "Business profile whose webhook endpoints receive the event `report_ready`; null for no event.",
    "kind": "text"
  },
  {
    "name": "recipients",
    "about": "E-mail addresses that are sent a link to each report: of members of the team who may export the list, and read personal data unless they are masked. Setting it takes the permission `personal_data:read`, unless `mask_personal_data` is true.",
    "kind": "texts"
  },
  {
    "name": "timeZone",
    "about": "IANA time zone of the period and the hour.",
    "kind": "text"
  }
];
