// Called by electron-builder when all installers and archives are written.
import { statSync } from 'node:fs'
import { basename } from 'node:path'
import type { BuildResult } from 'electron-builder'
import { artifactFaults, artifactReport } from './package-size.ts'

/** Files with a size that people notice; others are for updates. */
const DOWNLOADS = /\.(?:AppImage|deb|dmg|exe|flatpak|msi|rpm|tar\.gz|zip)$/u

/** Reports the sizes of the installers and archives. Fails if one is larger than the limit. */
export default function afterAllArtifactBuild({ artifactPaths }: BuildResult): string[] {
  const artifacts = artifactPaths
    .filter((path) => DOWNLOADS.test(path))
    .map((path) => ({ name: basename(path), bytes: statSync(path).size }))
  if (artifacts.length > 0) process.stdout.write(`${artifactReport(artifacts).join('\n')}\n`)
  const faults = artifactFaults(artifacts)
  if (faults.length > 0) throw new Error(`These files are too large. ${faults.join(' ')}`)
  return []
}
