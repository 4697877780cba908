import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { foreignBinaries, missingBinaries } from '../../build/after-pack.ts'

const SQLITE = /SQLite/u
const KEYCHAIN = /keychain/u

function elf(machine: number): Buffer {
  const bytes = Buffer.alloc(64)
  bytes.write('\x7fELF', 'latin1')
  bytes.writeUInt16LE(machine, 18)
  return bytes
}

function machO(cpu: number): Buffer {
  const bytes = Buffer.alloc(64)
  bytes.writeUInt32LE(0xfeedfacf, 0)
  bytes.writeUInt32LE(cpu, 4)
  return bytes
}

function pe(machine: number): Buffer {
  const bytes = Buffer.alloc(256)
  bytes.write('MZ', 'latin1')
  bytes.writeUInt32LE(0x80, 0x3c)
  bytes.write('PE\0\0', 0x80, 'latin1')
  bytes.writeUInt16LE(machine, 0x84)
  return bytes
}

const LINUX_X64 = elf(62)
const LINUX_ARM64 = elf(183)

let modules: string
beforeEach(async () => {
  modules = await mkdtemp(join(tmpdir(), 'campaign-desk-binaries-'))
})
afterEach(() => rm(modules, { recursive: true }))

async function writeBinary(file: string, bytes: Buffer): Promise<void> {
  const path = join(modules, file)
  await mkdir(dirname(path), { recursive: true })
  await writeFile(path, bytes)
}

const KEYTAR = 'keytar/build/Release/keytar.node'

describe('missingBinaries', () => {
  it.each([
    ['linux', 'x64', LINUX_X64, '@napi-rs/keyring-linux-x64-gnu/keyring.linux-x64-gnu.node'],
    ['linux', 'arm64', LINUX_ARM64, '@napi-rs/keyring-linux-arm64-gnu/keyring.linux-arm64-gnu.node'],
    ['darwin', 'arm64', machO(0x0100000c), '@napi-rs/keyring-darwin-arm64/keyring.darwin-arm64.node'],
    ['win32', 'x64', pe(0x8664), '@napi-rs/keyring-win32-x64-msvc/keyring.win32-x64-msvc.node'],
    ['linux', 'x64', LINUX_X64, KEYTAR],
  ])('finds SQLite and a keychain library for %s-%s', async (platform, arch, bytes, keychain) => {
    await writeBinary(`better-sqlite3/prebuilds/${platform}-${arch}.node`, bytes)
    await writeBinary(keychain, bytes)
    expect(missingBinaries(modules, platform, arch)).toEqual([])
  })

  it('reports both if there are none', () => {
    const missing = missingBinaries(modules, 'linux', 'x64')
    expect(missing).toEqual([expect.stringMatching(SQLITE), expect.stringMatching(KEYCHAIN)])
  })

  it('reports binaries of another architecture or system, or of none', async () => {
    await writeBinary('better-sqlite3/prebuilds/linux-arm64.node', LINUX_X64)
    await writeBinary(KEYTAR, LINUX_X64)
    await writeBinary('@napi-rs/keyring-darwin-arm64/keyring.darwin-arm64.node', machO(0x0100000c))
    await writeBinary('@napi-rs/keyring-linux-arm64-gnu/keyring.linux-arm64-gnu.node', Buffer.alloc(64))
    expect(missingBinaries(modules, 'linux', 'arm64')).toHaveLength(2)
  })
})

describe('foreignBinaries', () => {
  const SQLITE_OF = (target: string): string => `better-sqlite3/prebuilds/${target}.node`

  it.each([
    ['linux', 'x64', LINUX_X64],
    ['linux', 'arm64', LINUX_ARM64],
    ['darwin', 'x64', machO(0x01000007)],
    ['darwin', 'arm64', machO(0x0100000c)],
    ['win32', 'x64', pe(0x8664)],
    ['win32', 'arm64', pe(0xaa64)],
  ])('finds none in a package for %s-%s, and each of another one', async (platform, arch, bytes) => {
    await writeBinary(SQLITE_OF(`${platform}-${arch}`), bytes)
    await writeBinary(KEYTAR, bytes)
    await writeBinary('@napi-rs/keyring-any/keyring.node', bytes)
    expect(foreignBinaries(modules, platform, arch)).toEqual([])
    const foreign = platform === 'linux' && arch === 'x64' ? LINUX_ARM64 : LINUX_X64
    for (const file of [SQLITE_OF('other'), KEYTAR, '@napi-rs/keyring-any/keyring.node'])
      await writeBinary(file, foreign)
    expect(foreignBinaries(modules, platform, arch)).toHaveLength(3)
  })

  it('accepts a macOS binary for several architectures', async () => {
    const fat = Buffer.alloc(64)
    fat.writeUInt32BE(0xcafebabe, 0)
    fat.writeUInt32BE(2, 4)
    fat.writeUInt32BE(0x01000007, 8)
    fat.writeUInt32BE(0x0100000c, 28)
    await writeBinary(KEYTAR, fat)
    expect(foreignBinaries(modules, 'darwin', 'arm64')).toEqual([])
    expect(foreignBinaries(modules, 'darwin', 'x64')).toEqual([])
  })

  it('names a file that is no binary', async () => {
    await writeBinary(KEYTAR, Buffer.from('text'))
    expect(foreignBinaries(modules, 'linux', 'x64')).toEqual([`${KEYTAR} is not for linux-x64.`])
  })
})
