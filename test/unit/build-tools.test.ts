import { afterEach, describe, expect, it, vi } from 'vitest'
import { npmCommand } from '../../build/tools.ts'

afterEach(() => {
  vi.unstubAllEnvs()
})

describe('npmCommand', () => {
  it('starts npm without a shell, so that paths with spaces stay whole', () => {
    vi.stubEnv('npm_execpath', 'C:\\Program Files\\nodejs\\npm-cli.js')
    expect(npmCommand(['ci', '--prefix', 'D:\\Campaign Desk'])).toEqual([
      process.execPath,
      'C:\\Program Files\\nodejs\\npm-cli.js',
      'ci',
      '--prefix',
      'D:\\Campaign Desk',
    ])
  })

  it('starts npm by name outside of its scripts', () => {
    vi.stubEnv('npm_execpath', undefined)
    expect(npmCommand(['ci'])).toEqual(['npm', 'ci'])
  })
})
