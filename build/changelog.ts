// CHANGELOG.md, from which releases take their notes.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { ROOT } from './paths.ts'

/** The heading of changes that no release contains yet. */
export const UNRELEASED = 'Unreleased'

/** A section of the changelog. */
export interface ChangelogSection {
  /** A version, or {@link UNRELEASED}. */
  readonly version: string
  /** As YYYY-MM-DD; null for unreleased changes. */
  readonly date: string | null
  readonly notes: string
}

/** Returns the sections of a changelog, the newest first. Throws if a heading has another form. */
export function parseChangelog(text: string): readonly ChangelogSection[] {
  return text
    .split(/^## /mu)
    .slice(1)
    .map((section) => {
      const end = section.indexOf('\n')
      const heading = section.slice(0, end)
      const found = /^\[(?<version>[^\]]+)\](?: - (?<date>\d{4}-\d{2}-\d{2}))?$/u.exec(heading)?.groups
      const { version = '', date = null } = found ?? {}
      if (version === '' || (version === UNRELEASED) !== (date === null))
        throw new Error(`CHANGELOG.md: “${heading}” is neither [${UNRELEASED}] nor [version] - YYYY-MM-DD`)
      return { version, date, notes: section.slice(end).trim() }
    })
}

/** Returns the changelog of the project. */
export function readChangelog(): readonly ChangelogSection[] {
  return parseChangelog(readFileSync(join(ROOT, 'CHANGELOG.md'), 'utf8'))
}

/** Returns the version in package.json. */
export function packageVersion(): string {
  const manifest = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as {
    readonly version: string
  }
  return manifest.version
}
