import { campaigns, items, plural } from './grammar.ts'

/** Strings of the names and colors of statuses. */
export const labelStrings = {
  /** What a value is called as long as it has no name. */
  unnamed: {
    itemStatus: (value: string) => `Status ${value}`,
    campaignStatus: (value: string) => `Status ${value}`,
    campaignState: (value: string) => `State ${value}`,
  },
  numbered: (name: string, value: string) => `${name} (${value})`,
  nameThis: (name: string) => `${name}: add a name and a color`,
  renameThis: (name: string) => `${name}: change its name or color`,

  title: 'Status names',
  text: (connection: string) => `These names apply to every campaign in ${connection}.`,
  unnamedCount: (count: number, shown: string) =>
    count === 0
      ? 'Every status has a name.'
      : `${shown} ${plural(count, 'status has no name', 'statuses have no name')}.`,
  fields: { itemStatus: 'Items', campaignStatus: 'Campaign status', campaignState: 'Campaign state' },
  headings: { number: 'No.', color: 'Color', name: 'Name', preview: 'Preview' },
  counted: { itemStatus: 'Items', campaignStatus: 'Campaigns', campaignState: 'Campaigns' },
  count: { itemStatus: items, campaignStatus: campaigns, campaignState: campaigns },
  none: 'No status has been downloaded yet.',
  counting: 'Counting…',
  name: {
    itemStatus: (value: string) => `Name of status ${value}`,
    campaignStatus: (value: string) => `Name of campaign status ${value}`,
    campaignState: (value: string) => `Name of campaign state ${value}`,
  },
  placeholder: {
    itemStatus: 'Name this status',
    campaignStatus: 'Name this status',
    campaignState: 'Name this state',
  },
  color: {
    itemStatus: (value: string, color: string) => `Color of status ${value}: ${color}`,
    campaignStatus: (value: string, color: string) => `Color of campaign status ${value}: ${color}`,
    campaignState: (value: string, color: string) => `Color of campaign state ${value}: ${color}`,
  },
  colorPicker: 'Color',
  colors: {
    neutral: 'Gray',
    blue: 'Blue',
    teal: 'Teal',
    green: 'Green',
    yellow: 'Yellow',
    orange: 'Orange',
    red: 'Red',
    purple: 'Purple',
  },
  pasteHint: 'Paste a list to fill several names at once.',
  pasted: (count: number, shown: string) => `${shown} ${plural(count, 'name', 'names')} pasted.`,
  omitted: (count: number, shown: string) =>
    `${shown} ${plural(count, 'line has', 'lines have')} no status to name.`,
  copyList: 'Copy list',
  copied: 'Copied. Paste it into the status names of another connection, or into a spreadsheet.',
  reset: 'Reset',
  resetHint: {
    service: 'Remove all names and colors',
    sample: 'Restore the names and colors of the sample data',
  },
  resetDone: 'Reset. Nothing is saved yet.',
  isReset: 'Nothing to reset',
  undo: 'Undo',
} as const
