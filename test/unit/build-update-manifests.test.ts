import { generateKeyPairSync } from 'node:crypto'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { collectArtifacts, signManifests, type SignOptions } from '../../build/update-manifests.ts'
import { isSigned, readReleaseSource } from '../../electron/shell/updates/release-source.ts'

const keys = generateKeyPairSync('ed25519')
const publicKey = String(keys.publicKey.export({ type: 'spki', format: 'pem' }))
const privateKey = String(keys.privateKey.export({ type: 'pkcs8', format: 'pem' }))
const SIGN: SignOptions = { privateKey, publicKey, percentage: null, notes: null }
const { key } = readReleaseSource('{ provider: github, owner: someone, repo: desk }', publicKey)

let folder: string
let release: string

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'campaign-desk-manifests-'))
  release = join(folder, 'release')
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

/** Writes what electron-builder writes for one system. */
function addArtifact(system: string, name: string, version = '1.2.3'): void {
  mkdirSync(join(folder, 'artifacts', system), { recursive: true })
  writeFileSync(join(folder, 'artifacts', system, `desk-${system}.exe`), system)
  const lines = [
    `version: ${version}`,
    'files:',
    `  - url: desk-${system}.exe`,
    '    sha512: AAAA',
    '    size: 5',
  ]
  writeFileSync(join(folder, 'artifacts', system, name), `${lines.join('\n')}\nreleaseDate: '2026-11-20'\n`)
}

const read = (name: string): unknown => JSON.parse(readFileSync(join(release, name), 'utf8'))
const collect = (): void => collectArtifacts(join(folder, 'artifacts'), release)

describe('the manifests of a release', () => {
  it('list the files for all processors', () => {
    addArtifact('windows-arm64', 'latest.yml')
    addArtifact('windows-x64', 'latest.yml')
    addArtifact('linux-x64', 'latest-linux.yml')
    collect()
    expect(readdirSync(release).sort()).toEqual([
      'desk-linux-x64.exe',
      'desk-windows-arm64.exe',
      'desk-windows-x64.exe',
      'latest-linux.yml',
      'latest.yml',
    ])
    expect(read('latest.yml')).toMatchObject({
      version: '1.2.3',
      files: [{ url: 'desk-windows-arm64.exe' }, { url: 'desk-windows-x64.exe' }],
    })
  })

  it('must be of one version', () => {
    addArtifact('windows-arm64', 'latest.yml', '1.2.2')
    addArtifact('windows-x64', 'latest.yml')
    expect(collect).toThrow('latest.yml has versions 1.2.2 and 1.2.3')
  })

  it('are signed as they are published, with notes and the percentage of a staged roll-out', () => {
    addArtifact('linux-x64', 'latest-linux.yml', '1.2.3-beta.1')
    collect()
    signManifests(release, { ...SIGN, notes: '* Faster', percentage: 20 })
    expect(read('latest-linux.yml')).toMatchObject({ releaseNotes: '* Faster', stagingPercentage: 20 })
    signManifests(release, { ...SIGN, percentage: 100 })
    expect(read('latest-linux.yml')).toMatchObject({ releaseNotes: '* Faster' })
    expect(read('latest-linux.yml')).not.toHaveProperty('stagingPercentage')
    const text = readFileSync(join(release, 'latest-linux.yml'), 'utf8')
    const signature = readFileSync(join(release, 'latest-linux.yml.sig'), 'utf8')
    expect(isSigned(text, signature, key)).toBe(true)
    expect(readdirSync(release)).not.toContain('desk-linux-x64.exe.sig')
  })

  it('are not signed without keys, and never with a key that the packages do not have', () => {
    addArtifact('linux-x64', 'latest-linux.yml')
    collect()
    signManifests(release, { ...SIGN, privateKey: '', publicKey: '' })
    expect(readdirSync(release)).not.toContain('latest-linux.yml.sig')
    const other = String(generateKeyPairSync('ed25519').publicKey.export({ type: 'spki', format: 'pem' }))
    expect(() => signManifests(release, { ...SIGN, publicKey: other })).toThrow('UPDATE_PUBLIC_KEY is not')
    expect(() => signManifests(release, { ...SIGN, privateKey: '' })).toThrow('Set both')
    expect(() => signManifests(release, { ...SIGN, publicKey: '' })).toThrow('Set both')
  })
})
