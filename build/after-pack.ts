// Called by electron-builder for each packaged build, before the installers are created.
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { Arch, type AfterPackContext } from 'electron-builder'
import { binaryTarget } from './binary-target.ts'
import { measureParts, sizeFaults, sizeReport } from './package-size.ts'

/** A native module that each entry requires, for the platform and architecture of the build. */
interface RequiredBinary {
  readonly purpose: string
  readonly files: readonly string[]
}

/**
 * Returns one sentence for each native binary that a packaged build lacks, or contains for another system
 * only.
 * @param modules unpacked node_modules folder of the build
 * @param platform and `arch` of the build, as Node names them
 */
export function missingBinaries(modules: string, platform: string, arch: string): readonly string[] {
  const scope = join(modules, '@napi-rs')
  const keyringFiles = (existsSync(scope) ? readdirSync(scope) : [])
    .filter((name) => name.startsWith('keyring-'))
    .flatMap((name) => {
      const folder = join(scope, name)
      return readdirSync(folder).map((file) => join(folder, file))
    })
  const required: readonly RequiredBinary[] = [
    {
      purpose: 'SQLite (better-sqlite3)',
      files: [join(modules, 'better-sqlite3', 'prebuilds', `${platform}-${arch}.node`)],
    },
    {
      purpose: 'the keychain (keytar or @napi-rs/keyring)',
      files: [join(modules, 'keytar', 'build', 'Release', 'keytar.node'), ...keyringFiles],
    },
  ]
  return required
    .filter(({ files }) => !files.some((file) => existsSync(file) && fits(file, platform, arch)))
    .map(({ purpose }) => `The binary of ${purpose} for ${platform}-${arch} is missing.`)
}

/** Returns whether a file is a native binary for a system. */
function fits(file: string, platform: string, arch: string): boolean {
  const target = file.endsWith('.node') ? binaryTarget(readFileSync(file)) : null
  return target?.platform === platform && target.archs.includes(arch)
}

/**
 * Returns one sentence for each native binary in a packaged build that another system or architecture needs:
 * it can only be loaded by mistake, and shows that modules of the wrong system were packaged.
 */
export function foreignBinaries(modules: string, platform: string, arch: string): readonly string[] {
  if (!existsSync(modules)) return []
  return readdirSync(modules, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile() && entry.name.endsWith('.node'))
    .map(({ parentPath, name }) => join(parentPath, name))
    .filter((file) => !fits(file, platform, arch))
    .map((file) => `${relative(modules, file)} is not for ${platform}-${arch}.`)
}

/**
 * Ends the packaging if a native binary of the target is missing or belongs to another system, or if a part
 * is larger than its limit. Reports the sizes.
 */
export default function afterPack({
  appOutDir,
  packager,
  electronPlatformName,
  arch,
}: AfterPackContext): void {
  const resources =
    electronPlatformName === 'darwin'
      ? join(appOutDir, `${packager.appInfo.productFilename}.app`, 'Contents', 'Resources')
      : join(appOutDir, 'resources')
  const modules = join(resources, 'app.asar.unpacked', 'node_modules')
  const faults = [missingBinaries, foreignBinaries].flatMap((find) =>
    find(modules, electronPlatformName, Arch[arch]),
  )
  if (faults.length > 0)
    throw new Error(
      `${faults.join(' ')} Package on that system, after "npm ci" there: npm installs native binaries for one system only.`,
    )
  const sizes = measureParts(appOutDir, resources)
  process.stdout.write(`${sizeReport(sizes).join('\n')}\n`)
  const tooLarge = sizeFaults(sizes)
  if (tooLarge.length > 0) throw new Error(`The package has grown. ${tooLarge.join(' ')}`)
}
