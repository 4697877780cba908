/** A formatted difference. */
export interface ShownDifference {
  /** With its sign. */
  readonly text: string
  /** Percentage of the first value; empty if that is 0 or unknown. */
  readonly share: string
}

/** Smaller shares have one significant digit instead of no decimals. */
const MIN_WHOLE_SHARE = 0.005

/** Returns how much larger the second number is; null if they are equal. */
export function numberDifference(first: number, second: number, locale: string): ShownDifference | null {
  if (first === second) return null
  const format = (value: number, options: Intl.NumberFormatOptions): string =>
    // The hyphen is too short for a minus sign between numbers.
    new Intl.NumberFormat(locale, { signDisplay: 'exceptZero', ...options }).format(value).replace('-', '−')
  const share = first === 0 ? null : (second - first) / Math.abs(first)
  const digits =
    share !== null && Math.abs(share) < MIN_WHOLE_SHARE
      ? { maximumSignificantDigits: 1 }
      : { maximumFractionDigits: 0 }
  return {
    text: format(second - first, { maximumFractionDigits: 2 }),
    share: share === null ? '' : format(share, { style: 'percent', ...digits }),
  }
}
