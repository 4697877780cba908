import { inSentence, items, plural } from './grammar.ts'

/** Strings of a campaign's overview, with the labels of its fields (service interface, section 2.1). */
export const overviewStrings = {
  showEmpty: 'Show empty fields',
  copyJson: 'Copy as JSON',
  copied: 'Copied',
  fetched: (ago: string) => `Details fetched ${ago}`,
  loading: 'Reading the details…',
  failedTitle: 'The details cannot be shown',
  neverTitle: 'Its details have not been fetched yet',
  neverText: 'Download the campaign to see all fields that the service sends.',
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

  tiles: {
    label: 'Summary',
    notDownloaded: 'Not downloaded',
    unknown: '–',
    failed: 'Could not be read',
    due: {
      title: 'Due next',
      today: 'Today',
      days: (days: number, shown: string) => `${shown} ${plural(days, 'day', 'days')}`,
      toGo: 'to go',
      detail: (name: string, day: string) => `${name}, ${day}`,
      nothing: 'Nothing due',
      noneAhead: 'No chosen date is ahead',
      noneChosen: 'No dates are chosen',
      noDetails: 'Details not fetched',
    },
    ready: {
      title: 'Ready for the field',
      offline: 'offline',
      detail: (itemText: string, pictureText: string) => `${itemText}, ${pictureText}`,
      items,
      itemsOf: (count: string, total: number, shownTotal: string) =>
        `${count} of ${items(total, shownTotal)}`,
      pictures: (count: number, shown: string) => `${shown} ${plural(count, 'picture', 'pictures')}`,
      picturesOf: (count: string, total: number, shownTotal: string) =>
        `${count} of ${shownTotal} ${plural(total, 'picture', 'pictures')}`,
      noPictures: 'no pictures',
    },
    changes: {
      title: 'Changes',
      notSeen: 'not seen',
      allSeen: 'All seen',
      counts: (added: string, edited: string, deleted: string) =>
        `${added} added, ${edited} edited, ${deleted} deleted`,
      none: 'No new changes',
    },
    checks: {
      title: 'Checks',
      attention: (count: number) => plural(count, 'needs attention', 'need attention'),
      largest: (name: string, found: string) => `${name}: ${found}`,
      good: 'All good',
      nothing: 'No check needs attention',
    },
    review: {
      title: 'Review',
      of: (total: string) => `of ${total}`,
      left: (shown: string) => `${shown} left`,
      complete: 'All reviewed',
      noItems: 'No items',
    },
  },

  timeline: {
    title: 'Timeline',
    bands: { preparation: 'Preparation', production: 'Production', inStore: 'In store' },
    set: (count: number, shown: string) => `${shown} ${plural(count, 'date', 'dates')} set`,
    notSet: (shown: string, names: string) => `${shown} not set: ${names}`,
    notADate: (count: number, shown: string) => `${shown} ${plural(count, 'is not a date', 'are not dates')}`,
    andMore: (names: string, shown: string) => `${names} and ${shown} more`,
    /** Dates of the same day. */
    together: (first: string, second: string) => `${first} and ${inSentence(second)}`,
    mark: (name: string, day: string) => `${name} ${day}`,
    markWith: (mark: string, ...notes: readonly string[]) => [mark, ...notes].join(', '),
    inDays: (days: number, shown: string) => `in ${shown} ${plural(days, 'day', 'days')}`,
    daysAgo: (days: number, shown: string) => `${shown} ${plural(days, 'day', 'days')} ago`,
    today: 'Today',
    isToday: 'today',
    tomorrow: 'tomorrow',
    yesterday: 'yesterday',
    overdue: 'overdue',
    withoutArtwork: (count: number, shown: string) => `${items(count, shown)} without artwork`,
    notLocked: (count: number, shown: string) => `${items(count, shown)} not locked`,
    wrongOrder: 'wrong order',
    inStore: (from: string, to: string) => `In store ${from}–${to}`,
    showItems: 'Show the items',
    outside: 'Outside of this period:',
    nothing: 'No dates are set.',
    asTable: 'Show as table',
    asTimeline: 'Show as timeline',
    columns: { name: 'Date', day: 'Day', when: 'When', note: 'Note' },
    views: { withoutArtwork: 'Without artwork', notLocked: 'Not locked' },
  },

  people: {
    title: 'People',
    copyMail: (address: string) => `Copy ${address}`,
    notSet: 'Not set',
    roles: (first: string, others: readonly string[]) => [first, ...others.map(inSentence)].join(', '),
  },

  fields: {
    title: 'All fields',
    set: (withValue: string, total: string) => `${withValue} of ${total} set`,
    search: 'Search fields',
    found: (count: number, shown: string) => `${shown} ${plural(count, 'field', 'fields')} found`,
    nothing: (text: string) => `No field matches “${text}”.`,
    clear: 'Clear the search',
    count: (withValue: string, total: string) => `${withValue} of ${total}`,
  },

  absent: 'Not set',
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
  entry: (shown: string) => `Entry ${shown}`,
  rule: (shown: string) => `Rule ${shown}`,
  items: (count: number, shown: string) => `${shown} campaign ${plural(count, 'item', 'items')}`,
  unnamed: 'Unnamed',
  openAddress: (host: string) => `Open ${host} in your browser`,
  id: (id: string) => `Id: ${id}`,
  sent: 'Sent',
  notSent: 'Not sent',
  more: (shown: string) => `Show ${shown} more`,
} as const
