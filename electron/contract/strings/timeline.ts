import type { DeadlineCount } from '../deadlines.ts'
import { campaigns, items, plural } from './grammar.ts'

/** Strings of the choice of dates that home, the table and the timeline show. */
export const dateChoiceStrings = {
  title: 'Dates',
  button: (shown: string, all: string) => `${shown} of ${all} dates`,
  find: 'Find a date',
  deadlines: 'Deadlines',
  none: 'None',
  done: 'Done',
  groups: { prepare: 'Prepare', produce: 'Produce', deliver: 'Deliver', record: 'Record' },
  date: (name: string, count: number, shown: string) => `${name}, ${campaigns(count, shown)}`,
  explanation: (total: string) => `Number: campaigns with this date, of ${total}`,
  full: (max: string) => `At most ${max} dates besides start and end. Clear one to choose another.`,
  nothingFound: 'No dates match',
}

/** Strings of the timeline of all campaigns. */
export const timelineStrings = {
  grid: 'Timeline of campaigns',
  loading: 'Loading the dates…',
  failedTitle: 'The dates could not be loaded',
  noDatesTitle: 'No dates to show',
  noDatesText: (withoutDetails: boolean) =>
    `None of the chosen dates is known. ${withoutDetails ? 'Fetch the details of the campaigns, or choose other dates.' : 'Choose other dates.'}`,
  noneOverdueTitle: 'No overdue dates',
  noneOutOfOrderTitle: 'No dates out of order',
  showAll: 'Show all campaigns',

  today: 'Today',
  todayOn: (day: string) => `Today, ${day}`,
  showToday: 'Show today',
  zoom: 'Zoom',
  zoomIn: 'Zoom in',
  zoomOut: 'Zoom out',
  levels: { days: 'Days', weeks: 'Weeks', months: 'Months', quarters: 'Quarters' },
  quarter: (number: number) => `Q${String(number)}`,

  dateOn: (name: string, day: string) => `${name} ${day}`,
  inDays: (days: number, shown: string) => {
    if (days === 0) return 'today'
    if (days === 1) return 'tomorrow'
    if (days === -1) return 'yesterday'
    return days > 0 ? `in ${shown} days` : `${shown} days ago`
  },
  counts: {
    withoutArtwork: (count: number, shown: string, all: string) =>
      `${shown} of ${all} items ${plural(count, 'has', 'have')} no artwork`,
    notLocked: (count: number, shown: string, all: string) =>
      `${shown} of ${all} items ${plural(count, 'is', 'are')} not locked`,
    items: (count: number, shown: string, _all: string) => items(count, shown),
  } satisfies Readonly<Record<DeadlineCount, (count: number, shown: string, all: string) => string>>,
  notDownloaded: 'Items are not downloaded',
  withoutArtworkAfter: (name: string, day: string, shown: string) =>
    `${name} ${day}: ${shown} without artwork`,
  isAfter: (first: string, firstOn: string, second: string, secondOn: string) =>
    `${first} ${firstOn} is after ${second} ${secondOn}`,
  overdue: 'overdue',
  outOfOrder: 'out of order',
  then: 'Then',
  open: 'Open campaign',
  openOf: (title: string) => `Open ${title}`,
  show: (count: number, shown: string) => `Show ${items(count, shown)}`,
  views: { withoutArtwork: 'No artwork', notLocked: 'Not locked', items: 'All items' } satisfies Readonly<
    Record<DeadlineCount, string>
  >,
  details: (title: string) => `Dates of ${title}`,
  from: (day: string) => `from ${day}`,
  until: (day: string) => `until ${day}`,
  fromUntil: (first: string, last: string) => `${first} – ${last}`,
  noDates: 'no dates',
  earlier: (count: number, shown: string) => `${shown} earlier ${plural(count, 'date', 'dates')}`,
  later: (count: number, shown: string) => `${shown} later ${plural(count, 'date', 'dates')}`,

  legend: 'Legend',
  overdueCount: (shown: string) => `${shown} overdue`,
  overdueHint: (count: number, shown: string) => `Show only ${campaigns(count, shown)} with overdue dates`,
  outOfOrderCount: (shown: string) => `${shown} out of order`,
  outOfOrderHint: (count: number, shown: string) =>
    `Show only ${campaigns(count, shown)} with dates in the wrong order`,
  showAsTable: 'Show as table',
  showAsTimeline: 'Show as timeline',

  export: {
    button: 'Export',
    label: 'Export the timeline',
    calendar: 'Calendar (iCalendar)…',
    calendarText: 'An event for each chosen date; importing it again updates them',
    shown: { svg: 'Shown range as SVG…', png: 'Shown range as PNG…', pdf: 'Shown range as PDF…' },
    all: { svg: 'All dates as SVG…', png: 'All dates as PNG…', pdf: 'All dates as PDF…' },
    range: (first: string, last: string) => `${first} – ${last}`,
    onePage: 'One page wide',
    tooLarge: 'The timeline is too large for a PNG picture. Zoom out, or show fewer campaigns.',
    pdfInZoom: 'All dates as PDF in this zoom…',
    pdfInZoomText: (pages: number, shown: string) => `${shown} ${plural(pages, 'page', 'pages')} wide`,
    zoomedOutText: (pages: number, shown: string) =>
      `${shown} ${plural(pages, 'page', 'pages')} wide, zoomed out so that all dates fit`,
    saveTitle: 'Save the timeline',
    fileName: (connection: string) => `Timeline of ${connection}`,
    calendarName: (connection: string) => `Dates of ${connection}`,
    saved: (file: string) => `Saved ${file}.`,
    asOf: (moment: string) => `As of ${moment}`,
  },

  table: {
    label: 'Dates of campaigns',
    columns: { date: 'Date', campaign: 'Campaign', kind: 'Kind', days: 'When', state: 'State' },
    states: {
      overdue: 'Overdue',
      outOfOrder: 'Out of order',
      past: 'Past',
      coming: 'Coming',
      invalid: 'Not a date',
    },
    count: (count: number, shown: string) => `${shown} ${plural(count, 'date', 'dates')}`,
  },
}

/** Strings of calendar files with the dates of campaigns. */
export const calendarStrings = {
  name: (connection: string) => `Campaigns of ${connection}`,
  event: (campaign: string, date: string) => `${campaign}: ${date}`,
  description: (date: string, moment: string, reference: string | null) =>
    `${date}: ${moment}${reference === null ? '' : `. Reference: ${reference}`}`,
}
