/** Days of a week, as `Date.getDay` numbers them: 0 is Sunday. */
interface WeekDays {
  readonly first: number
  readonly weekend: readonly number[]
}

/** Days from Monday (1) to Sunday (7). */
interface WeekInfo {
  readonly firstDay: number
  readonly weekend: readonly number[]
}

/** Chromium and Node have one or the other; the standard has the method (ECMA-402). */
interface LocaleWithWeeks {
  readonly getWeekInfo?: () => WeekInfo
  readonly weekInfo?: WeekInfo
}

/** Returns the days of a week in the region of a locale (BCP 47). */
export function weekDaysOf(locale: string): WeekDays {
  const withWeeks = new Intl.Locale(locale) as LocaleWithWeeks
  const { firstDay, weekend } = withWeeks.getWeekInfo?.() ??
    withWeeks.weekInfo ?? { firstDay: 1, weekend: [6, 7] }
  return { first: firstDay % 7, weekend: weekend.map((day) => day % 7) }
}
