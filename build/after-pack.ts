// Called by electron-builder for each packaged build, before the installers are created.
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Arch, type AfterPackContext } from 'electron-builder'
import { binaryTarget } from './binary-target.ts'

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
  const fits = (file: string): boolean => {
    const target = existsSync(file) && file.endsWith('.node') ? binaryTarget(readFileSync(file)) : null
    return target?.platform === platform && target.archs.includes(arch)
  }
  return required
    .filter(({ files }) => !files.some(fits))
    .map(({ purpose }) => `The binary of ${purpose} for ${platform}-${arch} is missing.`)
}

/** Ends the packaging if a native binary of the target is missing. */
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
  const missing = missingBinaries(modules, electronPlatformName, Arch[arch])
  if (missing.length === 0) return
  throw new Error(
    `${missing.join(' ')} Package on that system, after "npm ci" there: npm installs native binaries for one system only.`,
  )
}
