import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import {
  findRefusedSwitches,
  isAppImageWithoutSandbox,
  type StartConditions,
} from '../../electron/shell/refused-switches.ts'

const RELEASE: StartConditions = {
  args: [],
  env: {},
  platform: 'linux',
  isRoot: false,
  isTestPackage: false,
}

const refused = (conditions: Partial<StartConditions>): readonly string[] =>
  findRefusedSwitches({ ...RELEASE, ...conditions }).map(({ text }) => text)

describe('switches that a packaged application refuses', () => {
  it.each([
    '--remote-debugging-port=9222',
    '--remote-debugging-pipe',
    '--remote-debugging-address=0.0.0.0',
    '--remote-debugging-io-pipes=3,4',
    '--inspect',
    '--inspect=0.0.0.0:9229',
    '--inspect-brk',
    '--inspect_brk',
    '--inspect-wait',
    '--inspect-port=0',
    '--inspect-publish-uid=http',
    '--debug-port=9229',
    '--js-flags=--allow-natives-syntax',
    '--js-flags',
    '--no-sandbox',
    '--no-sandbox=1',
    '-no-sandbox',
    '-remote-debugging-port=1',
    ' --no-sandbox ',
  ])('refuses %s on every platform', (arg) => {
    for (const platform of ['linux', 'darwin', 'win32'] as const)
      expect(refused({ args: ['review.cdreview', arg], platform })).toEqual([arg.trim().split('=', 1)[0]])
  })

  it('reads prefixes and capitals as Chromium does on the platform', () => {
    for (const arg of ['/inspect', '/no-sandbox', '--No-Sandbox', '--REMOTE-DEBUGGING-PORT=1']) {
      expect(refused({ args: [arg], platform: 'win32' })).toHaveLength(1)
      expect(refused({ args: [arg] })).toEqual([])
    }
  })

  it('starts with what is no such switch', () => {
    const args = [
      '--cli',
      '--user-data-dir=/tmp/inspect',
      '--lang=en-GB',
      '/home/ana/--inspect.cdreview',
      '---inspect',
      '--',
      '--inspect',
    ]
    expect(refused({ args })).toEqual([])
    expect(refused({ args: ['-', ''] })).toEqual([])
  })

  it('runs without its sandbox as root on Linux only', () => {
    expect(refused({ args: ['--no-sandbox'], isRoot: true })).toEqual([])
    expect(refused({ args: ['--no-sandbox'], isRoot: true, platform: 'darwin' })).toEqual(['--no-sandbox'])
    expect(refused({ args: ['--no-sandbox', '--inspect'], isRoot: true })).toEqual(['--inspect'])
  })

  it('refuses the environment variable that turns the sandbox off', () => {
    const env = { ELECTRON_DISABLE_SANDBOX: '' }
    expect(refused({ env })).toEqual(['ELECTRON_DISABLE_SANDBOX'])
    expect(refused({ env, isRoot: true })).toEqual([])
  })

  it('lets only debuggers in when it is packaged for tests', () => {
    const args = ['--inspect=0', '--remote-debugging-port=0', '--js-flags=--expose-gc', '--no-sandbox']
    expect(refused({ args, isTestPackage: true })).toEqual(['--js-flags', '--no-sandbox'])
  })

  it('knows the --no-sandbox that the start script of an AppImage adds', () => {
    expect(isAppImageWithoutSandbox('no-sandbox', { APPIMAGE: '/opt/desk.AppImage' })).toBe(true)
    expect(isAppImageWithoutSandbox('no-sandbox', {})).toBe(false)
    expect(isAppImageWithoutSandbox('inspect', { APPIMAGE: '/opt/desk.AppImage' })).toBe(false)
  })
})

describe('electron-builder.yml', () => {
  const settings = readFileSync(join(import.meta.dirname, '..', '..', 'electron-builder.yml'), 'utf8')

  it('starts the product with no switch that it refuses', () => {
    // Without this line, electron-builder adds --no-sandbox to the desktop entry of the AppImage.
    expect(settings).toMatch(/^ {2}executableArgs: \[\]$/mu)
  })

  it('turns off the environment variables and signals that attach a debugger, and marks no release as a test', () => {
    for (const fuse of ['runAsNode', 'enableNodeOptionsEnvironmentVariable', 'enableNodeCliInspectArguments'])
      expect(settings).toContain(`  ${fuse}: false\n`)
    expect(settings).not.toContain('isTestPackage')
  })
})
