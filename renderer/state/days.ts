import { dateLocale } from '../../electron/contract/date-locale.ts'

/** Formats days in the person's locale and time zone. All times in milliseconds since 1970. */
export interface DayFormat {
  /** Formats a day without its year: 14 Oct. */
  readonly short: (time: number) => string
  /** Formats a day with its weekday: Wed 14 Oct. The year is added if it is not the current one. */
  readonly weekday: (time: number, now: number) => string
  /** Formats the first and last day of a range: 25–31 Oct. */
  readonly range: (from: number, to: number) => string
}

/** @param locale supported locale, such as that of `Format` */
export function createDayFormat(locale: string): DayFormat {
  const create = (options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat =>
    new Intl.DateTimeFormat(dateLocale(locale), options)
  const short = create({ day: 'numeric', month: 'short' })
  const weekday = create({ weekday: 'short', day: 'numeric', month: 'short' })
  const withYear = create({ weekday: 'short', day: 'numeric', month: 'short', year: 'numeric' })
  return {
    short: (time) => short.format(time),
    weekday: (time, now) =>
      (new Date(time).getFullYear() === new Date(now).getFullYear() ? weekday : withYear).format(time),
    range: (from, to) => short.formatRange(from, to),
  }
}
