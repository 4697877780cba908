import { readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'

/** A part of the packaged application whose size is held. */
type Part = 'application' | 'nativeModules' | 'languages' | 'electron'

/** Sizes in bytes. */
export type PartSizes = Readonly<Record<Part, number>>

const PART_NAMES: Readonly<Record<Part, string>> = {
  application: 'the application (app.asar)',
  nativeModules: 'native modules (app.asar.unpacked)',
  languages: 'languages of Chromium',
  electron: 'Electron and Chromium',
}

const MB = 1_000_000

/**
 * The largest sizes in bytes, some percent above the measured ones. Raise one only with the reason in the
 * commit: people download and install each of these bytes.
 */
export const PART_LIMITS: PartSizes = {
  application: 15.5 * MB,
  nativeModules: 8 * MB,
  languages: 2.5 * MB,
  electron: 330 * MB,
}

/** The largest size of a file that people download, in bytes. */
export const ARTIFACT_LIMIT = 160 * MB

/** Returns the size of a file, or of all files in a folder. Links are not followed. */
function sizeOf(path: string): number {
  const stats = statSync(path, { throwIfNoEntry: false })
  if (stats === undefined) return 0
  if (!stats.isDirectory()) return stats.size
  return readdirSync(path, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile())
    .reduce((sum, { parentPath, name }) => sum + statSync(join(parentPath, name)).size, 0)
}

/**
 * Returns the sizes of the parts of a packaged application.
 * @param folder with the whole application
 * @param resources folder of the archive
 */
export function measureParts(folder: string, resources: string): PartSizes {
  const application = sizeOf(join(resources, 'app.asar'))
  const nativeModules = sizeOf(join(resources, 'app.asar.unpacked'))
  const languages = readdirSync(folder, { withFileTypes: true, recursive: true })
    .filter(({ name, parentPath }) => name.endsWith('.lproj') || parentPath === join(folder, 'locales'))
    .reduce((sum, { name, parentPath }) => sum + sizeOf(join(parentPath, name)), 0)
  const electron = sizeOf(folder) - application - nativeModules - languages
  return { application, nativeModules, languages, electron }
}

const megabytes = (bytes: number): string => `${(bytes / MB).toFixed(1)} MB`

const isPart = (name: string): name is Part => name in PART_NAMES
const PARTS = Object.keys(PART_NAMES).filter(isPart)

/** Returns one line for each part, and one for all together. */
export function sizeReport(sizes: PartSizes): readonly string[] {
  const total = PARTS.reduce((sum, part) => sum + sizes[part], 0)
  return [
    `Installed: ${megabytes(total)}`,
    ...PARTS.map((part) => `  ${megabytes(sizes[part])} ${PART_NAMES[part]}`),
  ]
}

/** Returns one sentence for each part that is larger than its limit. */
export function sizeFaults(sizes: PartSizes, limits: PartSizes = PART_LIMITS): readonly string[] {
  return PARTS.filter((part) => sizes[part] > limits[part]).map(
    (part) =>
      `${PART_NAMES[part]}: ${megabytes(sizes[part])}, which is ${megabytes(sizes[part] - limits[part])} more than the limit in build/package-size.ts.`,
  )
}

/** An installer or archive with its size in bytes. */
export interface Artifact {
  readonly name: string
  readonly bytes: number
}

/** Returns one line for each installer and archive, the largest first. */
export function artifactReport(artifacts: readonly Artifact[]): readonly string[] {
  const bySize = artifacts.toSorted((one, other) => other.bytes - one.bytes)
  return ['To download:', ...bySize.map(({ name, bytes }) => `  ${megabytes(bytes)} ${name}`)]
}

/** Returns one sentence for each installer or archive that is larger than the limit. */
export function artifactFaults(artifacts: readonly Artifact[]): readonly string[] {
  return artifacts
    .filter(({ bytes }) => bytes > ARTIFACT_LIMIT)
    .map(
      ({ name, bytes }) =>
        `${name}: ${megabytes(bytes)}, which is ${megabytes(bytes - ARTIFACT_LIMIT)} more than the limit in build/package-size.ts.`,
    )
}
