/** ISO 8601 with date, time and zone, and nothing that could be anything else. */
const TIMESTAMP = /^\d{4}-\d\d-\d\dT\d\d:\d\d(?::\d\d(?:\.\d+)?)?(?:Z|[+-]\d\d:?\d\d)$/u

/** The moment that a text names; null for a text that is no timestamp: nothing else is taken for a date. */
export function momentOf(text: string): Date | null {
  if (!TIMESTAMP.test(text)) return null
  const moment = new Date(text)
  return Number.isNaN(moment.getTime()) ? null : moment
}

const two = (value: number): string => String(value).padStart(2, '0')

/** `2026-09-30 17:46:00`, in the time of this computer: spreadsheets of every region take that for a moment. */
export function momentText(moment: Date): string {
  const day = [moment.getFullYear(), two(moment.getMonth() + 1), two(moment.getDate())].join('-')
  return `${day} ${two(moment.getHours())}:${two(moment.getMinutes())}:${two(moment.getSeconds())}`
}
