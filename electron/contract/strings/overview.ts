import { plural } from './grammar.ts'

/** Strings of a campaign's overview, with the labels of its fields (service interface, section 2.1). */
export const overviewStrings = {
  showEmpty: 'Show empty fields',
  copyJson: 'Copy raw JSON',
  copied: 'Copied',
  fetched: (ago: string) => `Details fetched ${ago}`,
  given: (withValue: string, total: string) => `${withValue} of ${total} fields have a value`,
  loading: 'Reading the details…',
  failedTitle: 'The details cannot be shown',
  neverTitle: 'Its details have not been fetched yet',
  neverText: 'Download the campaign to see every field that the service gives.',
  forbiddenTitle: 'The key may not read the details of this campaign',
  forbiddenText:
    'The service refused them (403). Its items can be there all the same. Ask for read access to the campaign to see the details.',
  missingTitle: 'The service does not know this campaign',
  missingText:
    'It answered “not found” (404) when the details were asked for. What was downloaded before stays on this computer.',
  notFoundTitle: 'The details were not found',
  notFoundText:
    'The service answered “not found” (404) when the details were requested. The items were downloaded and are not affected. Ask whoever runs the service.',
  earlierForbidden:
    'At the last download the key could no longer read these details (403). This is what was fetched before.',
  earlierMissing:
    'At the last download the service no longer had this campaign (404). This is what was fetched before.',
  earlierNotFound:
    'At the last download the service did not find these details (404). These are from an earlier download.',
  unreadableTitle: 'The details are not in a form that can be read',
  unreadableText:
    'Download the campaign again. If it stays like this, copy the raw text and send it to whoever runs the service.',

  sections: {
    identity: 'Identity',
    status: 'Status and flags',
    classification: 'Classification',
    dates: 'Dates',
    people: 'People',
    defaults: 'Defaults and allocation rules',
    prices: 'Prices',
    elementGroups: 'Element groups',
    assetGroups: 'Asset groups',
    notifications: 'Notification events',
    rest: 'Other fields',
  },

  absent: 'Not given',
  nothing: { null: 'Null', text: 'Empty text', list: 'Empty list', object: 'Empty object' },
  yes: 'Yes',
  no: 'No',
  unexpected: {
    text: 'Given as text',
    number: 'Given as a number',
    boolean: 'Given as yes or no',
    list: 'Given as a list',
    object: 'Given as an object',
  },
  undocumented: 'Not in the documentation of the service',
  notADate: 'Not a date',
  today: 'Today',
  timeline: 'Timeline',
  timelineText: (from: string, to: string) => `Dates from ${from} to ${to}`,
  entry: (shown: string) => `Entry ${shown}`,
  rule: (shown: string) => `Rule ${shown}`,
  items: (count: number, shown: string) => `${shown} campaign ${plural(count, 'item', 'items')}`,
  unnamed: 'Unnamed',
  sent: 'Sent',
  notSent: 'Not sent',
  more: (shown: string) => `Show ${shown} more`,
} as const
