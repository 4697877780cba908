import type { ChangeKind } from '../changes.ts'
import { ITEM_COLUMN_KEYS } from '../columns.ts'
import { REVIEW_COLUMN_KEYS } from '../export-options.ts'

/** What the command line says. Every sentence stands alone; a name or a number fills its places. */

const number = new Intl.NumberFormat('en')
const count = (amount: number, one: string, many = `${one}s`): string =>
  `${number.format(amount)} ${amount === 1 ? one : many}`

export const COMMAND_NAME = 'campaign-desk'

/** Wrong usage: one sentence each; the pointer to the help is added. */
export const CLI_USAGE = {
  noCommand: 'Say what to do: sync, export, changes, review, status or doctor.',
  unknownCommand: (word: string) =>
    `There is no command “${word}”; there are sync, export, changes, review, status and doctor.`,
  unknownWord: (word: string) => `The word “${word}” does not belong here.`,
  unknownOption: (option: string) => `There is no option ${option}.`,
  keyAsOption:
    'A key is never given as an option, where other programs could see it; put it into the environment variable CAMPAIGN_DESK_API_KEY.',
  missingValue: (option: string) => `The option ${option} needs a value.`,
  needlessValue: (option: string) => `The option ${option} takes no value.`,
  givenTwice: (option: string) => `The option ${option} is given twice with different values.`,
  needsOne: (first: string, second: string) => `Either ${first} or ${second} is needed.`,
  notBoth: (first: string, second: string) => `The options ${first} and ${second} exclude each other.`,
  missingOption: (option: string) => `The option ${option} is missing.`,
  notOneOf: (option: string, value: string, choices: readonly string[]) =>
    `The option ${option} cannot be “${value}”; it can be ${choices.join(', ')}.`,
  unknownColumn: (key: string) =>
    `There is no column “${key}”; the columns are ${[...ITEM_COLUMN_KEYS, ...REVIEW_COLUMN_KEYS].join(', ')}, and paths of other fields such as /artworkJob/round.`,
  columnTwice: (key: string) => `The column “${key}” is named twice.`,
  noColumns: 'The option --columns needs at least one column.',
  badSort: (value: string) =>
    `The option --sort cannot be “${value}”; it is a column with :1 (ascending) or :-1 (descending), such as qty:-1.`,
  outputTaken:
    'With --out - the file itself goes to standard output, so that --json has no place there; name a file, or leave out --json.',
  oneStream:
    'With --out - there is one stream and no place for several files; name a file, or choose --rows-beyond one-file or stop.',
  longAuthor: (most: number) => `The option --author takes a name of ${String(most)} characters at most.`,
  badAddress: (sentence: string) => `The option --base-url does not fit. ${sentence}`,
  notACampaign: (text: string) =>
    `There is no campaign id in “${text}”; give the id, or an address that contains it.`,
  badSince: (value: string) =>
    `The option --since cannot be “${value}”; it is the number of a download, a date such as 2026-11-30, or a date with a time.`,
  badAuthority: (sentence: string) => `The option --ca does not fit. ${sentence}`,
  seeHelp: (topic: string) => `See: ${COMMAND_NAME} ${topic === '' ? '' : `${topic} `}--help`,
} as const

/** What is asked for is not on this computer: wrong usage too. */
export const CLI_MISSING = {
  folder: (folder: string) => `There is no folder ${folder}; nothing was downloaded into it yet.`,
  nothing: (folder: string) =>
    `Nothing is downloaded in ${folder} yet. Download campaigns first with: ${COMMAND_NAME} sync`,
  campaign: (id: string) =>
    `The campaign ${id} is not on this computer. Download it first with: ${COMMAND_NAME} sync`,
  apart: 'These campaigns belong to different connections; take them one connection at a time.',
  download: (key: number) =>
    `There is no download ${String(key)} here; “${COMMAND_NAME} changes --json” lists the downloads that are kept.`,
  profile: (name: string, names: readonly string[]) =>
    names.length === 0
      ? `There is no profile “${name}”; none is saved in the application yet.`
      : `There is no profile “${name}”; there is ${names.map((each) => `“${each}”`).join(', ')}.`,
  connection: (text: string, choices: string) =>
    `There is no connection “${text}” here; there is ${choices}.`,
  address: (address: string, choices: string) =>
    `There is no connection to ${address} here; there is ${choices}.`,
  several: (choices: string) =>
    `Several connections could be meant; choose one with --connection: ${choices}.`,
  choice: (name: string, id: string) => `“${name}” (${id})`,
} as const

export const CLI_MESSAGES = {
  checking: (host: string) => `Asking ${host} …`,
  searching: (items: number, total: number | null, campaigns: number) =>
    `Looking for campaigns: ${share(items, total)} items, ${count(campaigns, 'campaign')} found`,
  found: (campaigns: number) => `Found ${count(campaigns, 'campaign')}.`,
  searchIncomplete: (sentence: string) => `Looking for campaigns is incomplete. ${sentence}`,
  downloading: (name: string, items: number, total: number | null) => `${name}: ${share(items, total)} items`,
  campaignComplete: (name: string, items: number) => `${name}: ${count(items, 'item')}, complete.`,
  campaignIncomplete: (name: string, sentence: string) => `${name}: incomplete. ${sentence}`,
  campaignFailed: (name: string, sentence: string) => `${name}: not downloaded. ${sentence}`,
  note: (name: string, sentence: string) => `${name}: ${sentence}`,
  resuming: (campaigns: number) =>
    campaigns === 0
      ? 'There is nothing unfinished.'
      : `Going on with ${count(campaigns, 'unfinished download')}.`,
  synced: (campaigns: number, items: number) =>
    `Downloaded ${count(campaigns, 'campaign')} with ${count(items, 'item')}.`,
  syncedInPart: (complete: number, asked: number) =>
    `${number.format(complete)} of ${count(asked, 'campaign')} could be downloaded completely.`,
  keyMissing:
    'There is no API key for this address. Put it into the environment variable CAMPAIGN_DESK_API_KEY, or connect once in the application, which keeps it in the keychain.',
  lookingAt: (rows: number, total: number) => `Looking: ${number.format(rows)} of ${count(total, 'row')}`,
  writing: (rows: number, total: number) => `Writing: ${number.format(rows)} of ${count(total, 'row')}`,
  reviewWritten: (items: number, file: string) => `Wrote the review of ${count(items, 'item')} to ${file}.`,
  reviewChecked: (by: string, items: number, photos: number) =>
    `In order: a review${by === '' ? '' : ` by ${by}`} of ${count(items, 'item')}, with ${count(photos, 'photo')}.`,
  written: (rows: number, files: readonly string[], readBack: boolean) =>
    `Wrote ${count(rows, 'row')} to ${files.length === 1 ? '' : `${count(files.length, 'file')}: `}${files.join(', ')}${readBack ? ', read back and right' : ''}.`,
  readingBack: (rows: number, total: number) =>
    `Reading it back: ${number.format(rows)} of ${count(total, 'row')}`,
  incompleteCopy: (name: string, reason: string | null) =>
    `Note: the copy of ${name} is incomplete. ${reason ?? ''}`.trimEnd(),
  doctorStopped: 'Interrupted. What was not looked at is skipped.',
  interrupted:
    'Interrupted. Copies and files are as they were; what has been fetched is kept for sync --resume.',
  outputNotWritten: (sentence: string) => `Standard output: ${sentence}`,
  unexpected: (logId: string, file: string) =>
    `Something went wrong inside Campaign Desk. Your downloaded campaigns are untouched. Try again; if it happens again, report it with the entry ${logId} of ${file}.`,
  unexpectedUnlogged: (what: string) =>
    `Something went wrong inside Campaign Desk (${what}). Your downloaded campaigns are untouched. Try again, and report it if it happens again.`,
  nodeTooOld: (found: string) =>
    `Campaign Desk needs Node 22.14 or later; this is ${found}. Install a newer Node, or use the application with --cli.`,
} as const

function share(items: number, total: number | null): string {
  return total === null ? number.format(items) : `${number.format(items)} of ${number.format(total)}`
}

export const CLI_STATUS = {
  noConnections: (folder: string) => `No connections in ${folder}.`,
  connection: (name: string, address: string) => `${name} (${address})`,
  totals: (campaigns: number, items: number) =>
    `${count(campaigns, 'campaign')} on this computer, ${count(items, 'item')}`,
  notDownloaded: (campaigns: number) => `${count(campaigns, 'more campaign')} known, not downloaded`,
  items: (items: number) => count(items, 'item'),
  itemsOf: (items: number, expected: number) => `${number.format(items)} of ${count(expected, 'item')}`,
  complete: 'complete',
  incomplete: 'incomplete',
  unreadable: (name: string, sentence: string) => `${name}: ${sentence}`,
  age(milliseconds: number): string {
    const minutes = Math.max(0, Math.floor(milliseconds / 60_000))
    if (minutes < 1) return 'just now'
    if (minutes < 60) return `${String(minutes)} min ago`
    const hours = Math.floor(minutes / 60)
    return hours < 48 ? `${String(hours)} h ago` : `${String(Math.floor(hours / 24))} days ago`
  },
} as const

export const CLI_CHANGES = {
  campaign: (
    name: string,
    { added, changed, gone }: Readonly<Record<ChangeKind, number>>,
    when: string | null,
    download: number | null,
  ) =>
    `${name}: ${number.format(added)} added, ${number.format(changed)} changed, ${number.format(gone)} gone${sinceWhen(when, download)}`,
  nothing: (name: string, when: string | null, download: number | null) =>
    `${name}: nothing changed${sinceWhen(when, download)}`,
  /** Of the same length, so that what follows stands in a column. */
  kinds: { added: 'added  ', changed: 'changed', gone: 'gone   ' },
  field: (path: string, old: string | null, now: string | null) =>
    `${path}: ${old ?? 'not there'} → ${now ?? 'not there'}`,
} as const

function sinceWhen(when: string | null, download: number | null): string {
  return when === null || download === null ? '' : ` since ${when} (download ${String(download)})`
}

const DATA_OPTION = `  --data DIR            folder of the downloaded campaigns; by default the one that
                        the application uses`
const JSON_OPTION = `  --json                results as one JSON object a line on standard output`

const CA_OPTION = `  --ca FILE             a certificate authority (PEM or DER) to trust in this run, in place of
                        the one that was chosen for the connection in the application`
const KEY_AND_WAY = `The key is taken from the environment variable CAMPAIGN_DESK_API_KEY, else from the keychain
entry of the connection. It is never an option, and is not kept. The certificate authorities of the
system are trusted (with Node 22.15 or later), and a proxy is taken from HTTPS_PROXY and NO_PROXY.`

export const CLI_HELP = {
  overview: `Campaign Desk: download point-of-sale campaigns, look through them offline, hand over
spreadsheets.

Usage: ${COMMAND_NAME} COMMAND [OPTIONS]

  sync      download campaigns
  export    write items as a workbook, CSV, HTML, Markdown or JSON
  changes   what downloads changed: items added, changed field by field, and gone
  review    write what was marked and noted to a file for a colleague, or check such a file
  status    what is on this computer: connections, campaigns, age, completeness
  doctor    look at the connection to a service, step by step
  help      this text, or the one of a command: ${COMMAND_NAME} help sync

  --help, -h       this text
  --version, -v    the version

Results go to standard output, progress and messages to standard error.
Exit codes: 0 done, 1 unexpected, 2 wrong usage, 3 connection or key, 4 download incomplete,
5 file could not be written.
`,
  sync: `Download campaigns. A campaign that cannot be downloaded completely never replaces a complete
copy, and does not keep the others from being downloaded.

Usage: ${COMMAND_NAME} sync (--base-url URL | --sample)
         (--campaign ID... | --all | --recent | --resume) [OPTIONS]

  --base-url URL        base address of the service; https, or http on this computer
  --sample              the sample data in place of a service; no key, no network
  --campaign ID         id of a campaign, or an address that contains it; can be repeated
  --all                 every campaign that the key can see
  --recent              only what has changed since the last complete copy: of these campaigns, or
                        of all that are on this computer; where that is not enough, everything
  --resume              go on with all downloads that earlier runs have left unfinished; those of
                        campaigns that are named are gone on with in any case
${DATA_OPTION}
  --connection NAME     which connection, by name or id, when several share the address
${CA_OPTION}
${JSON_OPTION}

${KEY_AND_WAY}
When it is interrupted, the exit code is 4, and a later run goes on where it was. A download is
called complete only when the service's own answers prove it; else the exit code is 4, with what is
missing and why.
`,
  export: `Write the items of downloaded campaigns to a spreadsheet. No network and no key are needed.

Usage: ${COMMAND_NAME} export --out FILE|- [OPTIONS]
       ${COMMAND_NAME} export --check [--out FILE] [OPTIONS]

  --out FILE            the file; - for standard output
  --campaign ID         only this campaign; can be repeated
  --search PATTERN      only items where this regular expression fits the item's name, an artwork's
                        name, the POS number or the element's name; upper and lower case are alike
  --sort FIELD:1        sort ascending by a column, FIELD:-1 descending; can be repeated
  --columns KEY,KEY...  these columns in this order; by default all that are documented; any other
                        field by its path, a JSON pointer such as /artworkJob/round; and of your
                        review ${REVIEW_COLUMN_KEYS.slice(0, 4).join(', ')},
                        ${REVIEW_COLUMN_KEYS.slice(4).join(', ')}
  --format FORMAT       xlsx (a workbook: text, numbers and dates with their types), csv, html (a
                        page with a table), md (a Markdown table), json (a list of objects) or jsonl
                        (an object in each line); by default what the file's name ends in, or csv
  --preset PRESET       of csv: rfc4180 (UTF-8, commas; the default), excel (a byte order mark, the
                        delimiter and decimal mark of the locale), excelElsewhere (those of other
                        regions), libreOffice or googleSheets; each can be changed:
  --delimiter WORD      comma, semicolon, tab or pipe
  --decimal WORD        point or comma
  --quotes WORD         around what needs them (needed), texts or all
  --line-end WORD       crlf or lf
  --encoding NAME       utf-8, utf-8-bom, utf-16 or windows-1252
  --dates WORD          as they were sent (sent), or in the time of this computer (local)
  --booleans WORDS      true-false, yes-no or 1-0
  --guard WORD          on or off: an apostrophe before text that would run as a formula
  --artworks WORD       several artworks of an item in one cell (joined, the default), or a row
                        for each (rows)
  --artwork-separator WORD
                        between artworks in one cell: semicolon, comma, pipe or line
  --links               a last column with the address of the artwork
  --pictures            of xlsx: a first column with the small picture of the artwork, where that is
                        on this computer
  --campaign-sheet      of xlsx: a sheet with the fields of the campaigns themselves
  --totals-sheet        of xlsx: a sheet with what the items add up to
  --long-texts WORD     of xlsx: what is too long for a cell is cut and says so (cut, the default),
                        or not written (leave-out)
  --rows-beyond WORD    of xlsx and csv: rows beyond the 1,048,576 of a sheet go on in one file, of
                        xlsx in further sheets (one-file, the default), in further files (files:
                        “items (1 of 2).csv”), or stop the export, which then writes nothing (stop)
  --records WORD        of json and jsonl: the columns by their keys (columns, the default), or
                        every field as the service sent it (received)
  --check               write nothing, and print as JSON what a look at it finds: the first rows,
                        how many there are, how large the file will be, what its reader would change
  --header HEADER       first line: keys (the default), labels or none
  --statuses STATUSES   numbers (the default), or the names that were given to them
  --profile NAME        all of these as a profile has them that was saved in the application; an
                        option, or the ending of the file's name, comes before it
  --profiles            list the profiles, and write nothing
  --name-template TEXT  where --out is a folder, the name of the file in it; by default that of the
                        profile, else '{campaign} items {date}'; {connection} and {time} too
${DATA_OPTION}
  --connection NAME     which connection, by name or id, when several hold what is asked for
  --base-url URL        the same, by its base address
${JSON_OPTION}

Columns: ${ITEM_COLUMN_KEYS.slice(0, 8).join(', ')},
  ${ITEM_COLUMN_KEYS.slice(8, 14).join(', ')},
  ${ITEM_COLUMN_KEYS.slice(14).join(', ')}

The file appears under its name when it is whole. When it is interrupted, the exit code is 5. A
campaign that is not on this computer is wrong usage: exit code 2.
`,
  changes: `Show what downloads changed: items that were added, changed (field by field, old and new) or are
gone, and what changed in the campaign itself. No network and no key are needed.

Usage: ${COMMAND_NAME} changes [OPTIONS]

  --campaign ID         only this campaign; can be repeated
  --since DOWNLOAD      what later downloads than this one changed, by its number
  --since DATE          what changed since the last download before this day (2026-11-30) or moment
                        (2026-11-30T14:00, with Z for UTC); by default everything that is kept
${DATA_OPTION}
  --connection NAME     which connection, by name or id, when several hold what is asked for
  --base-url URL        the same, by its base address
${JSON_OPTION}

Changes of several downloads are added up: what is as it was is left out. They are kept for the last
20 downloads of a campaign, and for 90 days. With --json there is an object for each campaign, which
lists its downloads, and one for each item with its fields; a value that was not there is left out.
A campaign or a download that is not on this computer is wrong usage: exit code 2.
`,
  review: `Write what was marked, noted and photographed of a campaign to a file that a colleague merges in the
application, or look whether such a file is in order. No network and no key are needed.

Usage: ${COMMAND_NAME} review --campaign ID --out FILE [OPTIONS]
       ${COMMAND_NAME} review --check FILE [OPTIONS]

  --campaign ID         the campaign
  --out FILE            the file; its name should end in .cdreview
  --author NAME         name that stands on the review
  --check FILE          reads a file as the application would, and changes nothing
${DATA_OPTION}
  --connection NAME     which connection, by name or id, when several hold what is asked for
  --base-url URL        the same, by its base address
${JSON_OPTION}

The file appears under its name when it is whole. Its form is described in docs/cdreview.md. A file
that is damaged, or was written by another version, leads to the exit code 2.
`,
  doctor: `Look at everything between this computer and the items of a service, and say what was found: the
address, the proxy in use, the name, the connection, the certificates, the key, the first page,
whether pages and their order are honoured, and the clocks. It takes a minute at most and downloads
nothing. The report holds neither the key nor what stands behind the ? of an address.

Usage: ${COMMAND_NAME} doctor --base-url URL [OPTIONS]

  --base-url URL        base address of the service; https, or http on this computer
  --connection NAME     which connection, by name or id, when several share the address
${CA_OPTION}
${DATA_OPTION}
${JSON_OPTION}

${KEY_AND_WAY}
When something failed, the exit code is 3. What only deserves attention leaves it at 0.
`,
  status: `Show the connections and campaigns on this computer, with items, age and completeness. No network
and no key are needed.

Usage: ${COMMAND_NAME} status [OPTIONS]

${DATA_OPTION}
${JSON_OPTION}
`,
} as const
