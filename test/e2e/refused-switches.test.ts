import { spawnSync } from 'node:child_process'
import { existsSync, readdirSync } from 'node:fs'
import { environment, expect, program, test } from './fixtures.ts'

/** The package for tests accepts debugging ports, which Playwright uses, and no other such switch. */
const SWITCH = '--js-flags=--expose-gc'

test(
  'the packaged application refuses switches that remove its protection, before it opens anything',
  { tag: '@packaged' },
  ({ form, dataFolder }) => {
    const { executablePath, args } = program(form)
    const { DISPLAY: _display, WAYLAND_DISPLAY: _wayland, ...env } = environment()
    const run = (...parameters: readonly string[]): { status: number | null; stderr: string } =>
      spawnSync(executablePath, [...args, `--user-data-dir=${dataFolder}`, ...parameters], {
        env,
        encoding: 'utf8',
        timeout: 120_000,
      })
    const commandLine = run(SWITCH, '--cli', '--version')
    if (form === 'development') {
      expect(commandLine.status).toBe(0)
      return
    }
    expect(commandLine.status).toBe(2)
    expect(commandLine.stderr).toContain('--js-flags removes the protection of your data.')
    const window = run(SWITCH)
    expect(window.status).toBe(2)
    expect(window.stderr).toContain('--js-flags removes the protection of your data.')
    // Electron creates the folder itself.
    expect(existsSync(dataFolder) ? readdirSync(dataFolder) : []).toEqual([])
    expect(run('--cli', '--version').status).toBe(0)
  },
)
