import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { unpackPackage } from '../../build/native-build.ts'

/** Stands in for npm: its download is at 3 MB until the file "continue" exists. */
const FAKE_NPM = `
import { copyFileSync, existsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
const folder = import.meta.dirname
const [command, ...args] = process.argv.slice(2)
if (command === 'config') {
  console.log(folder)
} else {
  writeFileSync(join(folder, '_cacache', 'tmp', 'download'), Buffer.alloc(3 * 2 ** 20))
  while (!existsSync(join(folder, 'continue'))) await new Promise((resolve) => setTimeout(resolve, 20))
  const [, destination] = args.find((each) => each.startsWith('--pack-destination')).split('=')
  copyFileSync(join(folder, 'package.tgz'), join(destination, 'package-1.0.0.tgz'))
}
`

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'campaign-desk-npm-'))
  await mkdir(join(folder, '_cacache', 'tmp'), { recursive: true })
  await mkdir(join(folder, 'package'))
  await writeFile(join(folder, 'package', 'content.txt'), 'content')
  execFileSync('tar', ['czf', 'package.tgz', 'package'], { cwd: folder })
  await writeFile(join(folder, 'npm.mjs'), FAKE_NPM)
  vi.stubEnv('npm_execpath', join(folder, 'npm.mjs'))
})
afterEach(async () => {
  vi.unstubAllEnvs()
  await rm(folder, { recursive: true })
})

function integrityOf(file: string): string {
  return `sha512-${createHash('sha512').update(readFileSync(file)).digest('base64')}`
}

it('prints the downloaded size while npm downloads a package, then unpacks it', async () => {
  const lines: string[] = []
  const target = join(folder, 'target')
  await unpackPackage('package@1.0.0', integrityOf(join(folder, 'package.tgz')), target, (line) => {
    lines.push(line)
    writeFileSync(join(folder, 'continue'), '')
  })
  expect(lines).toContain('  3 MB downloaded')
  expect(await readFile(join(target, 'content.txt'), 'utf8')).toBe('content')
})

it('refuses a package with another hash', async () => {
  writeFileSync(join(folder, 'continue'), '')
  const target = join(folder, 'target')
  await expect(unpackPackage('package@1.0.0', 'sha512-AAAA', target, () => undefined)).rejects.toThrow(
    'another hash',
  )
  expect(existsSync(join(target, 'content.txt'))).toBe(false)
})
