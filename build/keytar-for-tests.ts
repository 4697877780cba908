import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import * as v from 'valibot'
import { buildNativePart, nodeWithHeaders, unpackPackage } from './native-build.ts'
import { cacheFolder, ROOT } from './paths.ts'
import { missingPackages, type Purpose } from './system-packages.ts'

const KEYTAR = 'node_modules/keytar'
const ADDON_API = `${KEYTAR}/node_modules/node-addon-api`

const BINARY = join('build', 'Release', 'keytar.node')

const lockedPackage = v.object({ version: v.string(), integrity: v.string() })
const lockSchema = v.object({ packages: v.object({ [KEYTAR]: lockedPackage, [ADDON_API]: lockedPackage }) })

/** Returns the purposes whose system packages the build of keytar needs. */
export function keytarPurposes(): readonly Purpose[] {
  return nodeWithHeaders() === null ? ['keytar', 'nodeHeaders'] : ['keytar']
}

/** Returns whether `npm ci` has installed a keytar that can be loaded. */
export function isKeytarInstalled(): boolean {
  try {
    createRequire(import.meta.url)('keytar')
    return true
  } catch {
    return false
  }
}

/**
 * Builds the keytar of package-lock.json outside the project, for tests of keys that either library has
 * written. `npm ci` omits keytar if it can neither download nor build it.
 * @param printLine receives the progress of slow downloads
 * @returns its folder, or null if system packages are missing. Rejects if the build fails.
 */
export async function buildKeytar(printLine: (line: string) => void): Promise<string | null> {
  const { packages } = v.parse(lockSchema, JSON.parse(readFileSync(join(ROOT, 'package-lock.json'), 'utf8')))
  const { [KEYTAR]: keytar, [ADDON_API]: addonApi } = packages
  const target = join(cacheFolder(), `keytar-${keytar.version}`)
  if (existsSync(join(target, BINARY))) return target
  if (missingPackages(keytarPurposes()).length > 0) return null
  const work = mkdtempSync(join(tmpdir(), 'campaign-desk-keytar-'))
  try {
    await unpackPackage(`keytar@${keytar.version}`, keytar.integrity, work, printLine)
    const headers = join(work, 'node_modules', 'node-addon-api')
    await unpackPackage(`node-addon-api@${addonApi.version}`, addonApi.integrity, headers, printLine)
    buildNativePart(work)
    cpSync(work, target, { recursive: true })
    return target
  } finally {
    rmSync(work, { recursive: true, force: true })
  }
}
