const isThorough = (process.env['CAMPAIGN_DESK_THOROUGH'] ?? '') !== ''

/**
 * Returns how often a test repeats random cases: `perPush`, or `thorough` with `CAMPAIGN_DESK_THOROUGH=1`, at
 * night or before a release.
 */
export function repetitions(perPush: number, thorough: number): number {
  return isThorough ? thorough : perPush
}
