/** ISO 8601 with date, time and zone, and nothing that could be anything else. */
const TIMESTAMP = /^\d{4}-\d\d-\d\dT\d\d:\d\d(?::\d\d(?:\.\d+)?)?(?:Z|[+-]\d\d:?\d\d)$/u

/** How services write it as a rule, with 0 for any digit. */
const USUAL = '0000-00-00T00:00:00.000Z'
/** Every month has so many days. */
const LEAST_DAYS = 28
/** Earlier ones are years of two digits to `Date.UTC`. */
const FIRST_YEAR = 100

/** The moment that a text names; null for a text that is no timestamp: nothing else is taken for a date. */
export function momentOf(text: string): Date | null {
  const usual = usualMoment(text)
  if (usual !== null) return new Date(usual)
  if (!TIMESTAMP.test(text)) return null
  const moment = new Date(text)
  return Number.isNaN(moment.getTime()) ? null : moment
}

/** The same for most of them, in half the time; null says nothing. */
function usualMoment(text: string): number | null {
  if (text.length !== USUAL.length) return null
  for (let at = 0; at < USUAL.length; at += 1) {
    const expected = USUAL.charCodeAt(at)
    const difference = text.charCodeAt(at) - expected
    if (expected === 0x30 ? difference < 0 || difference > 9 : difference !== 0) return null
  }
  const year = twoDigits(text, 0) * 100 + twoDigits(text, 2)
  const month = twoDigits(text, 5)
  const day = twoDigits(text, 8)
  const hour = twoDigits(text, 11)
  const minute = twoDigits(text, 14)
  const second = twoDigits(text, 17)
  const exists = month >= 1 && month <= 12 && day >= 1 && day <= LEAST_DAYS && year >= FIRST_YEAR
  if (!exists || hour > 23 || minute > 59 || second > 59) return null
  const milliseconds = twoDigits(text, 20) * 10 + text.charCodeAt(22) - 0x30
  return Date.UTC(year, month - 1, day, hour, minute, second, milliseconds)
}

function twoDigits(text: string, at: number): number {
  return (text.charCodeAt(at) - 0x30) * 10 + text.charCodeAt(at + 1) - 0x30
}

const TWO: readonly string[] = Array.from({ length: 60 }, (_, value) => String(value).padStart(2, '0'))
const two = (value: number): string => TWO[value] ?? String(value)

/** `2026-09-30 17:46:00`, in the time of this computer: spreadsheets of every region take that for a moment. */
export function momentText(moment: Date): string {
  const day = `${String(moment.getFullYear())}-${two(moment.getMonth() + 1)}-${two(moment.getDate())}`
  return `${day} ${two(moment.getHours())}:${two(moment.getMinutes())}:${two(moment.getSeconds())}`
}
