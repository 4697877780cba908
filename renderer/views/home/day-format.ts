import { dateLocale } from '../../../electron/contract/date-locale.ts'
import { weekDaysOf } from '../../../electron/contract/weeks.ts'

/** Formats days for the home view in the person's locale and time zone. All in milliseconds since 1970. */
export interface DayFormat {
  /** Thursday 1 October 2026. */
  readonly full: (time: number) => string
  /** 16 October. */
  readonly long: (time: number) => string
  /** Sat, 3 Oct. */
  readonly short: (time: number) => string
  /** 21 Jun, with the year if it is not that of `now`. */
  readonly past: (time: number, now: number) => string
  /** Thu. */
  readonly weekday: (time: number) => string
  /** Tuesday. */
  readonly longWeekday: (time: number) => string
  readonly dayOfMonth: (time: number) => string
  readonly isWeekend: (time: number) => boolean
}

/** Creates the formatter of a supported locale (BCP 47). */
export function createDayFormat(locale: string): DayFormat {
  const formatter = (options: Intl.DateTimeFormatOptions): ((time: number) => string) => {
    const format = new Intl.DateTimeFormat(dateLocale(locale), options)
    return (time) => format.format(time)
  }
  const { weekend } = weekDaysOf(locale)
  const dayAndMonth = formatter({ day: 'numeric', month: 'short' })
  const dayWithYear = formatter({ day: 'numeric', month: 'short', year: 'numeric' })
  return {
    full: formatter({ weekday: 'long', day: 'numeric', month: 'long', year: 'numeric' }),
    long: formatter({ day: 'numeric', month: 'long' }),
    short: formatter({ weekday: 'short', day: 'numeric', month: 'short' }),
    past: (time, now) =>
      (new Date(time).getFullYear() === new Date(now).getFullYear() ? dayAndMonth : dayWithYear)(time),
    weekday: formatter({ weekday: 'short' }),
    longWeekday: formatter({ weekday: 'long' }),
    dayOfMonth: formatter({ day: 'numeric' }),
    isWeekend: (time) => weekend.includes(new Date(time).getDay()),
  }
}
