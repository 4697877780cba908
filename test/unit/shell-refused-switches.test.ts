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
  hasSwitch: () => false,
  platform: 'linux',
  isRoot: false,
  isTestPackage: false,
}

const PLATFORMS = ['linux', 'darwin', 'win32'] as const

const refusedSwitches = (conditions: Partial<StartConditions>): readonly string[] =>
  findRefusedSwitches({ ...RELEASE, ...conditions }).map(({ text }) => text)

describe('findRefusedSwitches', () => {
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
    '--ignore-certificate-errors',
    '--ignore-certificate-errors-spki-list=a',
    '--log-net-log=/tmp/log.json',
    '--net-log-capture-mode=IncludeSensitive',
    '--ssl-key-log-file=/tmp/keys',
    '--allow-sandbox-debugging',
    '--disable-gpu-sandbox',
    '--disable-namespace-sandbox',
    '--disable-seccomp-filter-sandbox',
    '--disable-setuid-sandbox',
    '--single-process',
    '--browser-subprocess-path=/usr/bin/gdb',
    '--gpu-launcher=gdb',
    '--renderer-cmd-prefix=gdb',
    '--utility-cmd-prefix=gdb',
    '--zygote-cmd-prefix=gdb',
    '--no-sandbox',
    '--no-sandbox=1',
    '-no-sandbox',
    '-remote-debugging-port=1',
    ' --no-sandbox ',
    '\u00a0--no-sandbox',
    '\u0085--no-sandbox\u0085',
    '\ufeff--inspect',
    '\u3000--js-flags',
  ])('refuses %s on every platform', (arg) => {
    for (const platform of PLATFORMS)
      expect(refusedSwitches({ args: ['review.cdreview', arg], platform })).toEqual([
        arg.replace(/[\s\u0085]/gu, '').split('=', 1)[0],
      ])
  })

  it('reads prefixes and case as Chromium does on the platform', () => {
    for (const arg of ['/inspect', '/no-sandbox', '--No-Sandbox', '--REMOTE-DEBUGGING-PORT=1']) {
      expect(refusedSwitches({ args: [arg], platform: 'win32' })).toHaveLength(1)
      expect(refusedSwitches({ args: [arg] })).toEqual([])
    }
  })

  it('accepts other arguments', () => {
    const args = [
      '--cli',
      '--safe-mode',
      '--user-data-dir=/tmp/inspect',
      '--lang=en-GB',
      '--disable-gpu',
      '/home/ana/--inspect.cdreview',
      '---inspect',
      '--',
      '--inspect',
    ]
    expect(refusedSwitches({ args })).toEqual([])
    expect(refusedSwitches({ args: ['-', ''] })).toEqual([])
  })

  it('allows --no-sandbox only as root on Linux', () => {
    expect(refusedSwitches({ args: ['--no-sandbox'], isRoot: true })).toEqual([])
    expect(refusedSwitches({ args: ['--no-sandbox'], isRoot: true, platform: 'darwin' })).toEqual([
      '--no-sandbox',
    ])
    expect(refusedSwitches({ args: ['--no-sandbox', '--inspect'], isRoot: true })).toEqual(['--inspect'])
  })

  it('reads switches after what only resembles the end of the switches', () => {
    for (const end of ['\u00a0--', '\ufeff--', '\u0085--', ' -- ']) {
      for (const platform of PLATFORMS)
        expect(refusedSwitches({ args: [end, '--no-sandbox'], platform })).toEqual(['--no-sandbox'])
    }
  })

  it('refuses the environment variable that turns the sandbox off', () => {
    const env = { ELECTRON_DISABLE_SANDBOX: '' }
    for (const platform of PLATFORMS)
      expect(refusedSwitches({ env, platform })).toEqual(['ELECTRON_DISABLE_SANDBOX'])
    expect(refusedSwitches({ env, isRoot: true })).toEqual([])
  })

  it('refuses a switch that only Chromium has read, once', () => {
    const hasSwitch = (name: string): boolean => name === 'no-sandbox'
    for (const args of [[], ['--no-sandbox']])
      expect(refusedSwitches({ args, hasSwitch })).toEqual(['--no-sandbox'])
    expect(refusedSwitches({ hasSwitch, isRoot: true })).toEqual([])
    const logsRequests = (name: string): boolean => name === 'log-net-log'
    expect(refusedSwitches({ hasSwitch: logsRequests })).toEqual(['--log-net-log'])
  })

  it('allows debuggers and a log of requests only in test packages', () => {
    const args = [
      ...['--inspect=0', '--remote-debugging-port=0', '--log-net-log=/tmp/log.json'],
      ...['--js-flags=--expose-gc', '--no-sandbox'],
    ]
    expect(refusedSwitches({ args, isTestPackage: true })).toEqual(['--js-flags', '--no-sandbox'])
  })

  it('recognizes the --no-sandbox that an AppImage’s start script adds', () => {
    expect(isAppImageWithoutSandbox('no-sandbox', { APPIMAGE: '/opt/desk.AppImage' })).toBe(true)
    expect(isAppImageWithoutSandbox('no-sandbox', {})).toBe(false)
    expect(isAppImageWithoutSandbox('inspect', { APPIMAGE: '/opt/desk.AppImage' })).toBe(false)
  })
})

describe('electron-builder.yml', () => {
  const settings = readFileSync(join(import.meta.dirname, '..', '..', 'electron-builder.yml'), 'utf8')

  it('adds no switch that the application refuses', () => {
    // Without this line, electron-builder adds --no-sandbox to the AppImage’s desktop entry.
    expect(settings).toMatch(/^ {2}executableArgs: \[\]$/mu)
  })

  it('disables debugger variables and signals, and marks no release as a test package', () => {
    for (const fuse of ['runAsNode', 'enableNodeOptionsEnvironmentVariable', 'enableNodeCliInspectArguments'])
      expect(settings).toContain(`  ${fuse}: false\n`)
    expect(settings).not.toContain('isTestPackage')
  })
})
