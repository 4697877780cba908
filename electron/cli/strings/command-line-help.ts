import {
  CAMPAIGN_COLUMN_KEYS,
  CAMPAIGN_DATES,
  DEFAULT_CAMPAIGN_DATES,
} from '../../contract/campaign-columns.ts'
import { ITEM_COLUMN_KEYS } from '../../contract/columns.ts'
import { COMPARED_COLUMNS } from '../../contract/comparison.ts'
import { REVIEW_COLUMN_KEYS } from '../../contract/export-options.ts'

/** Texts of `campaign-desk help`, without line breaks: the command line wraps them. */

export const COMMAND_NAME = 'campaign-desk'

export interface OptionHelp {
  /** Placeholder of the value; absent if the option has none. */
  readonly value?: string
  readonly text: string
  /** Title of the group that starts with this option. */
  readonly heading?: string
}

export interface CommandHelp<Option extends string = string> {
  /** One line in the list of commands. */
  readonly summary: string
  readonly about: string
  /** The lines after the name of the program. */
  readonly usage: readonly string[]
  /** In the order of the help. */
  readonly options: Readonly<Record<Option, OptionHelp>>
  /** Paragraphs after the options. */
  readonly notes: readonly string[]
}

const COMMON = {
  data: {
    heading: 'General',
    value: 'DIR',
    text: 'Folder with the downloaded campaigns. Default: the folder that the application uses.',
  },
  json: { text: 'Write results to standard output as JSON, one object per line.' },
  quiet: { text: 'Write only warnings and errors to standard error.' },
  verbose: { text: 'Also write details to standard error, such as each request and the causes of an error.' },
  help: { text: 'Show this help.' },
} as const satisfies Readonly<Record<string, OptionHelp>>

const CHOICE = {
  connection: {
    heading: 'Connection',
    value: 'NAME',
    text: 'Name or id of the connection to use, if several match.',
  },
  'base-url': { value: 'URL', text: 'Use the connection to this base address.' },
} as const satisfies Readonly<Record<string, OptionHelp>>

const BASE_URL: OptionHelp = {
  heading: 'Connection',
  value: 'URL',
  text: 'Base address of the service. It starts with https://; http:// is allowed for a service on this computer.',
}

const CONNECTION: OptionHelp = {
  value: 'NAME',
  text: 'Name or id of an existing connection, instead of its address or if several connections share the address.',
}

const CA: OptionHelp = {
  value: 'FILE',
  text: 'Trust the certificate authority in this PEM or DER file for this run, instead of the one that was chosen in the application.',
}

const CLIENT_CERT: OptionHelp = {
  value: 'FILE',
  text: 'Present this client certificate (PKCS #12, or PEM with its key) in this run. Its password comes from CAMPAIGN_DESK_CLIENT_CERT_PASSWORD.',
}

const ONE_OR_MORE_CAMPAIGNS: OptionHelp = {
  value: 'ID',
  text: 'Include only this campaign. Can be repeated.',
}

/** Options of a file with a table. */
const TABLE = {
  out: {
    heading: 'Output',
    value: 'FILE',
    text: 'File to write. Use - for standard output. In a folder, the name consists of the connection and the date.',
  },
  format: {
    value: 'FORMAT',
    text: 'xlsx, csv, html, md, json, or jsonl. Default: the format of the file extension, or csv without an extension.',
  },
  header: {
    value: 'HEADER',
    text: 'Header row: labels (default of xlsx, html, and md, and with --lang), keys (default of csv), or none.',
  },
  lang: {
    value: 'LANGUAGE',
    text: 'xlsx, csv, html, and md: language of labels and other words in the file: en (English, default), de (German), or fr (French).',
  },
  statuses: { value: 'STATUSES', text: 'Write statuses as numbers (default), names, or both.' },
  'time-zone': {
    value: 'ZONE',
    text: 'xlsx, html, md, and csv: write times in local time (local, default) or in UTC (utc).',
  },
  preset: {
    value: 'PRESET',
    text: 'csv: program that opens the file: rfc4180 (default), excel, excelElsewhere, libreOffice (when LibreOffice asks, choose UTF-8 and “Format quoted field as text”), or googleSheets.',
  },
} as const satisfies Readonly<Record<string, OptionHelp>>

const KEY_NOTE =
  'The API key comes from the environment variable CAMPAIGN_DESK_API_KEY or from the connection’s keychain entry. It is never passed as an option, and it is not saved.'
const NETWORK_NOTE =
  'Certificate authorities of the system are trusted (Node 22.15 or later). The proxy comes from HTTPS_PROXY or ALL_PROXY (http, https, or socks5) and NO_PROXY.'
const OFFLINE_NOTE = 'This command needs neither a network nor an API key.'

export const CLI_OVERVIEW = {
  about:
    'Campaign Desk downloads point-of-sale campaigns, keeps them available offline, and exports their items to spreadsheets.',
  usage: 'COMMAND [OPTIONS]',
  commands: 'Commands',
  options: 'Options',
  helpSummary: 'Show help for a command',
  version: 'Show the version.',
  usageTitle: 'Usage:',
  notes: [
    `Run “${COMMAND_NAME} help COMMAND” for the options of a command.`,
    'Results go to standard output; progress and messages go to standard error.',
    'Exit codes: 0 success, 1 unexpected error, 2 wrong usage, 3 connection or API key, 4 download incomplete, 5 output not written, 129 hung up (SIGHUP), 130 interrupted (SIGINT), 143 terminated (SIGTERM).',
  ],
} as const

export const CLI_HELP = {
  sync: {
    summary: 'Download campaigns',
    about:
      'Downloads campaigns. If a campaign cannot be downloaded completely, its earlier complete copy is kept, and the other campaigns are still downloaded.',
    usage: [
      'sync --base-url URL --campaign ID... [OPTIONS]',
      'sync --base-url URL (--all | --recent | --resume) [OPTIONS]',
      'sync --resume [OPTIONS]',
      'sync --base-url URL --details [--all] [OPTIONS]',
      'sync --connection NAME (--campaign ID... | --all | ...)',
      'sync --sample (--campaign ID... | --all) [OPTIONS]',
    ],
    options: {
      campaign: {
        heading: 'Campaigns',
        value: 'ID',
        text: 'Download this campaign. Pass its id, or an address that contains the id. Can be repeated.',
      },
      all: { text: 'Download every campaign that the API key can read.' },
      recent: {
        text: 'Download only what has changed since the last complete copy, for the selected campaigns or for every downloaded one. If that is not enough, download everything.',
      },
      resume: {
        text: 'Continue everything that earlier runs did not finish, including the search for campaigns of --all. Without --base-url and --connection, continue the only connection. With --recent, recent changes follow.',
      },
      details: {
        text: 'Fetch only the details of campaigns, without their items: of the selected ones, or of every known one that is not downloaded and has none yet. With --all, search for campaigns first.',
      },
      'accept-deletions': {
        text: 'Delete items that the service no longer lists, even if they are more than half of a downloaded campaign. Without this option such a campaign is kept as it is, and the exit code is 4.',
      },
      'base-url': BASE_URL,
      sample: { text: 'Use the sample data instead of a service. Needs neither a key nor a network.' },
      connection: CONNECTION,
      ca: CA,
      'client-cert': CLIENT_CERT,
      retries: {
        value: 'N',
        text: 'How often to try a failed request again. Default: 3. Use 0 to try once.',
      },
      'max-wait': {
        value: 'TIME',
        text: 'Longest wait before another attempt, and total wait for a list that keeps changing: 90, 90s, 5m, or 1h. Default: 60s.',
      },
      ...COMMON,
    },
    notes: [
      KEY_NOTE,
      NETWORK_NOTE,
      'A download counts as complete only if the answers of the service prove it. Otherwise the exit code is 4, and a message says what is missing and why.',
    ],
  },
  export: {
    summary: 'Export items to a spreadsheet or data file',
    about: `Exports the items of downloaded campaigns. ${OFFLINE_NOTE}`,
    usage: [
      'export --out FILE [OPTIONS]',
      'export --out - [OPTIONS]',
      'export --check [--out FILE] [OPTIONS]',
      'export --profiles',
    ],
    options: {
      out: {
        heading: 'Output',
        value: 'FILE',
        text: 'File to write. Use - for standard output. In a folder, the name comes from --name-template.',
      },
      format: {
        value: 'FORMAT',
        text: 'xlsx (workbook), csv, html (page with a table), md (Markdown table), json (array of objects), or jsonl (one object per line). Default: the format of the file extension (.tsv is csv with tabs), or csv without an extension. Any other extension needs this option.',
      },
      check: {
        text: 'Write no file. Report as JSON the first rows, the number of rows, the file size, and the values that would change.',
      },
      profile: {
        value: 'NAME',
        text: 'Use the settings of a profile that was saved in the application. Options and the file extension override it.',
      },
      profiles: { text: 'List the saved profiles.' },
      'name-template': {
        value: 'TEXT',
        text: 'File name in the folder given with --out, built from {campaign}, {connection}, {date}, and {time}. Default: the template of the profile, or “{campaign} items {date}”.',
      },
      campaign: { heading: 'Rows and columns', ...ONE_OR_MORE_CAMPAIGNS },
      search: {
        value: 'PATTERN',
        text: 'Include only items whose item name, artwork name, POS number, or element name matches this regular expression. Not case-sensitive.',
      },
      where: {
        value: 'CONDITION',
        text: 'Include only items that meet this condition, such as “qty between 5 and 15000” or “status is not Canceled”. Can be repeated; all conditions must be met.',
      },
      any: { text: 'Include items that meet any condition of --where, instead of all.' },
      sort: {
        value: 'FIELD:asc',
        text: 'Sort by a column, ascending (:asc or :1) or descending (:desc or :-1). Can be repeated.',
      },
      limit: { value: 'N', text: 'Include only the first N items, in the order of the sort.' },
      columns: {
        value: 'KEY,KEY...',
        text: 'Columns to write, in this order. Default: all documented columns, listed below. Other fields are given by path, such as /artworkJob/round.',
      },
      header: {
        value: 'HEADER',
        text: 'Header row: labels (default of xlsx, html, and md, and with --lang), keys (default of csv), or none.',
      },
      lang: {
        value: 'LANGUAGE',
        text: 'xlsx, csv, html, and md: language of labels and other words in the file: en (English, default), de (German), or fr (French).',
      },
      statuses: {
        value: 'STATUSES',
        text: 'Write statuses as numbers (default), names, or both: 3, In review, In review (3). A status without a name is written as "Status 3", except as numbers.',
      },
      artworks: {
        value: 'WORD',
        text: 'Write all artworks of an item in one cell (joined, default), or one row per artwork (rows).',
      },
      'artwork-separator': {
        value: 'WORD',
        text: 'Separator of joined artworks: semicolon, comma, pipe, or line.',
      },
      links: { text: 'Add a column with the address of the artwork.' },
      'time-zone': {
        value: 'ZONE',
        text: 'xlsx, html, md, and csv: write times in local time (local, default) or in UTC (utc).',
      },
      records: {
        value: 'WORD',
        text: 'json and jsonl: write the selected columns (columns, default), or every field as received, without the credentials in addresses (received).',
      },
      'rows-beyond': {
        value: 'WORD',
        text: 'xlsx and csv: where to write rows beyond the 1,048,576 of a sheet: the same file (one-file, default), more files (files), or nowhere, and nothing is written (stop).',
      },
      preset: {
        heading: 'CSV',
        value: 'PRESET',
        text: 'Program that opens the file: rfc4180 (UTF-8 and commas, default), excel (byte order mark, delimiter and decimal separator of your locale), excelElsewhere (those of other regions), libreOffice (when LibreOffice asks, choose UTF-8 and “Format quoted field as text”), or googleSheets. The options below override it.',
      },
      delimiter: { value: 'WORD', text: 'comma, semicolon, tab, or pipe.' },
      decimal: { value: 'WORD', text: 'Decimal separator: point or comma.' },
      quotes: {
        value: 'WORD',
        text: 'Quote values that need it (needed), all text (texts), or all values (all).',
      },
      'line-end': { value: 'WORD', text: 'crlf or lf.' },
      encoding: { value: 'NAME', text: 'utf-8, utf-8-bom, utf-16, or windows-1252.' },
      dates: { value: 'WORD', text: 'Dates as received (sent), or in local time (local).' },
      booleans: { value: 'WORDS', text: 'true-false, yes-no, or 1-0.' },
      guard: {
        value: 'WORD',
        text: 'Put an apostrophe before text that a spreadsheet would run as a formula: on or off. Default: off with rfc4180, on with every other preset.',
      },
      pictures: {
        heading: 'Workbook (xlsx)',
        text: 'Add a first column with artwork thumbnails that are on this computer.',
      },
      'campaign-sheet': { text: 'Add a sheet with the fields of the campaigns.' },
      'totals-sheet': { text: 'Add a sheet with totals.' },
      'long-texts': {
        value: 'WORD',
        text: 'Text that is too long for a cell: cut it and mark the cut (cut, default), or leave the cell empty (leave-out).',
      },
      ...CHOICE,
      ...COMMON,
    },
    notes: [
      'An option that does not apply to the format is an error.',
      'A condition is a column, an operator, and values. Operators: is, is not, contains, does not contain, begins with, ends with, matches pattern, less than, at most, greater than, at least, between … and …, before, after, on or before, on or after, in the last (7 days), in the next (2 weeks), older than (3 months), is empty, is not empty, and is duplicated; =, !=, <, <=, >, and >= work too. Separate several values with commas, and put a value with a comma, “and”, or “or” in quotation marks. Join conditions with and, or, and parentheses. “review is problem” and “unseen is yes” select by your marks and by changes.',
      `Columns: ${ITEM_COLUMN_KEYS.join(', ')}`,
      `Columns of your review: ${REVIEW_COLUMN_KEYS.join(', ')}`,
      'The file appears under its name when it is complete; until then, an existing file stays as it is.',
    ],
  },
  changes: {
    summary: 'Show what downloads changed',
    about: `Shows what downloads changed: items that were added, changed (old and new value of each field), or deleted, and changed fields of the campaign. ${OFFLINE_NOTE}`,
    usage: ['changes [OPTIONS]'],
    options: {
      campaign: { heading: 'Changes', ...ONE_OR_MORE_CAMPAIGNS },
      since: {
        value: 'WHEN',
        text: 'Show changes after this download (its number), of the last days such as 7d, or after the last download before this date or time, such as 2026-11-30, 2026-11-30T14:00, or 2026-11-30T14:00Z for UTC. Days begin at midnight. Default: all recorded changes.',
      },
      limit: { value: 'N', text: 'Show at most N changed items of each campaign.' },
      ...CHOICE,
      ...COMMON,
    },
    notes: [
      'Changes of several downloads are combined; a value that changed back is left out. Changes are kept for the last 20 downloads of a campaign and for 90 days.',
      'With --json, each campaign is an object that lists its downloads, and each item is an object with its changed fields.',
    ],
  },
  compare: {
    summary: 'Compare the items of two campaigns',
    about: `Compares the items of two downloaded campaigns, such as this season’s with the last one’s: what is only in one of them, and which columns of the others differ. ${OFFLINE_NOTE}`,
    usage: [
      'compare --campaign ID --with ID [OPTIONS]',
      'compare --campaign ID --with ID --out FILE [OPTIONS]',
    ],
    options: {
      campaign: { heading: 'Campaigns', value: 'ID', text: 'The first campaign.' },
      with: { value: 'ID', text: 'The campaign to compare it with.' },
      by: {
        value: 'KEY',
        text: 'Column by which items are matched: posNumber (default), itemName, another column of “export”, or a path such as /sku.',
      },
      ...TABLE,
      ...CHOICE,
      ...COMMON,
    },
    notes: [
      'Items without a value, and items whose value another item of one of the campaigns has too, are listed as not matched.',
      'With --out, the file also has the fields of the campaigns themselves that differ.',
      `Compared columns: ${COMPARED_COLUMNS.join(', ')}`,
    ],
  },
  review: {
    summary: 'Export a review, or check a review file',
    about: `Exports your marks, notes, and photos of a campaign to a file that a colleague can merge in the application, or checks such a file. ${OFFLINE_NOTE}`,
    usage: ['review --campaign ID --out FILE [OPTIONS]', 'review --check FILE [OPTIONS]'],
    options: {
      campaign: { heading: 'Review', value: 'ID', text: 'Campaign whose review to export.' },
      out: { value: 'FILE', text: 'File to write. Its name should end in .cdreview.' },
      author: { value: 'NAME', text: 'Your name, for the person who merges the review.' },
      check: { value: 'FILE', text: 'Check this file. Nothing is changed.' },
      ...CHOICE,
      ...COMMON,
    },
    notes: [
      'The file appears under its name when it is complete. docs/cdreview.md describes its format. If a checked file is damaged or comes from another version, the exit code is 2.',
    ],
  },
  status: {
    summary: 'List the downloaded campaigns',
    about: `Lists connections and campaigns with the number of items, age, and completeness. ${OFFLINE_NOTE}`,
    usage: ['status [OPTIONS]'],
    options: { ...CHOICE, ...COMMON },
    notes: [],
  },
  campaigns: {
    summary: 'List all known campaigns as a table',
    about: `Lists every campaign that is known on this computer, downloaded or only found, with the columns of your choice. ${OFFLINE_NOTE}`,
    usage: ['campaigns [OPTIONS]', 'campaigns --out FILE [OPTIONS]', 'campaigns --out - [OPTIONS]'],
    options: {
      search: {
        heading: 'Rows and columns',
        value: 'PATTERN',
        text: 'Include only campaigns with a name, reference, number, id, classification, person, order number, or note that matches this regular expression. Not case-sensitive.',
      },
      where: {
        value: 'CONDITION',
        text: 'Include only campaigns that meet this condition, such as “dispatchBy in the next 2 weeks” or “withoutArtwork > 0”. Can be repeated; all conditions must be met.',
      },
      any: { text: 'Include campaigns that meet any condition of --where, instead of all.' },
      sort: {
        value: 'FIELD:asc',
        text: 'Sort by a column, ascending (:asc or :1) or descending (:desc or :-1). Can be repeated. Default: by name.',
      },
      limit: { value: 'N', text: 'Include only the first N campaigns, in the order of the sort.' },
      columns: {
        value: 'KEY,KEY...',
        text: 'Columns, in this order, listed below. Other fields are given by path, such as /publicationStatus.',
      },
      ...TABLE,
      ...CHOICE,
      ...COMMON,
    },
    notes: [
      'Conditions are those of “export”. A column with several values, such as brand, matches if one of them does. “is not” and “does not contain” match if none does.',
      `Columns: ${CAMPAIGN_COLUMN_KEYS.join(', ')}`,
      'items, quantity, withArtwork (percent), withoutArtwork, lockedItems, and unseenChanges are empty for campaigns that are not downloaded. Fields of the service are empty until the details of a campaign have been fetched.',
      'nextDate is the next of the dates chosen in the application, from today on. openChecks is the number of checks with findings that are not accepted, and reviewProgress the percentage of items with a mark. picturesReady is known only to the application.',
    ],
  },
  stats: {
    summary: 'Count items and quantities',
    about: `Counts the items of downloaded campaigns and sums their quantities by status, element, workflow, campaign, lock, or artwork, by your marks, or shows the changes of each day. ${OFFLINE_NOTE}`,
    usage: [
      'stats [--by KEY...] [OPTIONS]',
      'stats --by KEY,KEY [OPTIONS]',
      'stats --by KEY --out FILE [OPTIONS]',
    ],
    options: {
      by: {
        heading: 'Numbers',
        value: 'KEY',
        text: 'Count by status, elementName, workflowTemplateName, campaign, isLocked, hasArtwork, updatedDay, mark, or changeDay. Two keys with a comma count their combinations. Can be repeated. Default: by each of the first six.',
      },
      campaign: ONE_OR_MORE_CAMPAIGNS,
      search: {
        value: 'PATTERN',
        text: 'Count only items whose item name, artwork name, POS number, or element name matches this regular expression. Not case-sensitive.',
      },
      where: {
        value: 'CONDITION',
        text: 'Count only items that meet this condition, as for “export”. Can be repeated.',
      },
      any: { text: 'Count items that meet any condition of --where, instead of all.' },
      ...TABLE,
      ...CHOICE,
      ...COMMON,
    },
    notes: [
      'Quantities that are not numbers are not summed. Conditions and the search do not apply to changeDay, which counts the changes of every download by its day.',
    ],
  },
  timeline: {
    summary: 'List the dates of campaigns, or write a calendar',
    about: `Lists the dates of all known campaigns in their order, or writes them to an iCalendar file, which calendars import. ${OFFLINE_NOTE}`,
    usage: ['timeline [OPTIONS]', 'timeline --out FILE.ics [OPTIONS]', 'timeline --out - [OPTIONS]'],
    options: {
      dates: {
        heading: 'Dates',
        value: 'KEY,KEY...',
        text: `Dates of campaigns, listed below. Default: ${DEFAULT_CAMPAIGN_DATES.join(', ')}.`,
      },
      search: { value: 'PATTERN', text: 'Include only these campaigns, as for “campaigns”.' },
      where: {
        value: 'CONDITION',
        text: 'Include only campaigns that meet this condition, as for “campaigns”. Can be repeated.',
      },
      any: { text: 'Include campaigns that meet any condition of --where, instead of all.' },
      out: {
        heading: 'Output',
        value: 'FILE',
        text: 'iCalendar file to write, with one event of a whole day for each date. Use - for standard output.',
      },
      lang: {
        value: 'LANGUAGE',
        text: 'Language of the words in the file: en (English, default), de (German), or fr (French).',
      },
      ...CHOICE,
      ...COMMON,
    },
    notes: [
      'The same date of a campaign is the same event in every file, so a calendar that imports a later file updates it.',
      `Dates: ${CAMPAIGN_DATES.join(', ')}`,
    ],
  },
  connections: {
    summary: 'List the connections',
    about:
      'Lists the connections with their addresses, the number of downloaded campaigns and items, the size on disk, and whether the keychain holds the API key. This command needs no network.',
    usage: ['connections [OPTIONS]'],
    options: COMMON,
    notes: [],
  },
  forget: {
    summary: 'Remove a connection and everything downloaded with it',
    about:
      'Removes a connection from this computer, with its downloads, your marks, notes, and photos, and its API key in the keychain. Lists what will be lost and asks first. Nothing changes in the service.',
    usage: [
      'forget --connection NAME [--yes] [OPTIONS]',
      'forget --base-url URL [--yes] [OPTIONS]',
      'forget --sample [--yes] [OPTIONS]',
    ],
    options: {
      ...CHOICE,
      sample: { text: 'Remove the sample data.' },
      yes: {
        heading: 'Confirmation',
        text: 'Do not ask. Required where no person can answer, such as in a script.',
      },
      ...COMMON,
    },
    notes: ['A connection that another process has open is not removed.'],
  },
  doctor: {
    summary: 'Diagnose the connection to a service',
    about:
      'Checks everything between this computer and a service: the address, the proxy, the host name, the connection, the certificates, the API key, the first page, paging, the sort order, and the clocks. It takes a minute at most, and downloads no campaigns. The report contains neither the key nor the query part of an address.',
    usage: ['doctor [--base-url URL | --connection NAME] [OPTIONS]'],
    options: { 'base-url': BASE_URL, connection: CONNECTION, ca: CA, 'client-cert': CLIENT_CERT, ...COMMON },
    notes: [
      KEY_NOTE,
      NETWORK_NOTE,
      'If a check fails, the exit code is 3. Checks that only need attention leave it at 0.',
    ],
  },
  completion: {
    summary: 'Print a completion script for a shell',
    about:
      'Prints a script that completes commands, options, and their values for bash, zsh, or fish. The first lines of the script say how to load it.',
    usage: ['completion (bash | zsh | fish)'],
    options: {
      values: {
        heading: 'Completion',
        value: 'KIND',
        text: 'List the values that the scripts offer: campaigns, connections, or profiles.',
      },
      ...COMMON,
    },
    notes: [],
  },
} as const satisfies Readonly<Record<string, CommandHelp>>
