const isThorough = (process.env['CAMPAIGN_DESK_THOROUGH'] ?? '') !== ''

/**
 * Returns how often a test repeats what it draws at random: `perPush`, or `thorough` with
 * `CAMPAIGN_DESK_THOROUGH=1`, for a night or before a release.
 */
export function repetitions(perPush: number, thorough: number): number {
  return isThorough ? thorough : perPush
}
