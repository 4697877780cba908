import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import {
  ARTIFACT_LIMIT,
  artifactFaults,
  artifactReport,
  measureParts,
  PART_LIMITS,
  sizeFaults,
  sizeReport,
  type PartSizes,
} from '../../build/package-size.ts'

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'campaign-desk-size-'))
})
afterEach(() => rm(folder, { recursive: true }))

async function write(path: string, bytes: number): Promise<void> {
  const file = join(folder, path)
  await mkdir(dirname(file), { recursive: true })
  await writeFile(file, Buffer.alloc(bytes))
}

describe('measureParts', () => {
  it('measures a package for Linux or Windows', async () => {
    await write('campaign-desk', 1_000)
    await write('locales/en-US.pak', 20)
    await write('resources/app.asar', 300)
    await write('resources/app.asar.unpacked/node_modules/keytar/keytar.node', 4)
    await write('resources/LICENSE.txt', 5)
    expect(measureParts(folder, join(folder, 'resources'))).toEqual({
      application: 300,
      nativeModules: 4,
      languages: 20,
      electron: 1_005,
    })
  })

  it('measures a package for macOS', async () => {
    const resources = 'Campaign Desk.app/Contents/Resources'
    await write(`${resources}/app.asar`, 300)
    await write(`${resources}/en.lproj/locale.pak`, 20)
    await write('Campaign Desk.app/Contents/MacOS/Campaign Desk', 7)
    const sizes = { application: 300, nativeModules: 0, languages: 20, electron: 7 }
    expect(measureParts(folder, join(folder, resources))).toEqual(sizes)
  })
})

describe('the limits of sizes', () => {
  const SIZES: PartSizes = {
    application: 9_400_000,
    nativeModules: 5_600_000,
    languages: 1_700_000,
    electron: 230_000_000,
  }

  it('are kept by the package that was measured', () => {
    expect(sizeFaults(SIZES)).toEqual([])
    expect(sizeReport(SIZES)[0]).toBe('Installed: 246.7 MB')
    expect(sizeReport(SIZES)).toContain('  9.4 MB the application (app.asar)')
  })

  it('name the part that has grown, and by how much', () => {
    const grown = { ...SIZES, application: PART_LIMITS.application + 2_000_000, languages: 41_700_000 }
    const [application, languages, ...others] = sizeFaults(grown)
    expect(application).toMatch(/^the application \(app\.asar\): 17\.5 MB, which is 2\.0 MB more/u)
    expect(languages).toMatch(/^languages of Chromium: 41\.7 MB/u)
    expect(others).toEqual([])
  })

  it('apply to installers', () => {
    const artifacts = [
      { name: 'small.deb', bytes: 90_000_000 },
      { name: 'large.AppImage', bytes: ARTIFACT_LIMIT + 1_000_000 },
    ]
    expect(artifactReport(artifacts).at(-1)).toBe('  90.0 MB small.deb')
    expect(artifactFaults(artifacts)).toEqual([
      expect.stringMatching(/^large\.AppImage: 161\.0 MB, which is 1\.0 MB more/u),
    ])
  })
})
