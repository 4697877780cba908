import type { UpdateChannel } from '../../contract/updates.ts'

const VERSION = /^(?<numbers>\d+\.\d+\.\d+)(?:-beta\.(?<beta>\d+))?$/u

/** Returns whether a version belongs to the beta channel only. */
function isBeta(version: string): boolean {
  return VERSION.exec(version)?.groups?.['beta'] !== undefined
}

/** Returns whether a channel has a version. Versions of another form belong to none. */
export function isInChannel(version: string, channel: UpdateChannel): boolean {
  return VERSION.test(version) && (channel === 'beta' || !isBeta(version))
}

function partsOf(version: string): readonly number[] {
  const { numbers = '', beta } = VERSION.exec(version)?.groups ?? {}
  return [...numbers.split('.').map(Number), beta === undefined ? Infinity : Number(beta)]
}

/** Compares versions of the channels: negative if the first one is older. */
function compareVersions(one: string, other: string): number {
  const others = partsOf(other)
  const difference = partsOf(one).findIndex((part, index) => part !== others[index])
  return difference === -1 ? 0 : (partsOf(one)[difference] ?? 0) - (others[difference] ?? 0)
}

/** Returns the newest version that a channel has, or null. */
export function newestVersion(versions: readonly string[], channel: UpdateChannel): string | null {
  return (
    versions
      .filter((each) => isInChannel(each, channel))
      .sort(compareVersions)
      .at(-1) ?? null
  )
}
