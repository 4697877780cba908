import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'

const START = fileURLToPath(new URL('../../build/with-node.mjs', import.meta.url))

function runScript(script: string, ...args: readonly string[]) {
  return spawnSync(process.execPath, [START, script, ...args], { encoding: 'utf8' })
}

describe.each(['../test/bench/run.ts', 'test.ts', 'check.ts', 'build.ts'])('the script %s', (script) => {
  it('prints its usage for --help', () => {
    const { status, stdout, stderr } = runScript(script, '--help')
    expect(stderr).toBe('')
    expect(stdout).toMatch(/^usage: npm (run )?\w+/u)
    expect(status).toBe(0)
  })

  it.each(['--no-such-option', 'nonsense'])('refuses %s and prints its usage', (argument) => {
    const { status, stdout, stderr } = runScript(script, argument)
    expect(stdout).toBe('')
    expect(stderr).toContain(argument)
    expect(stderr).toContain('usage: npm')
    expect(status).toBe(2)
  })
})

it.each([['0'], ['1.5'], ['--all', '-5']])('benchmarks refuse the size %s %s', (...sizes) =>
  expect(runScript('../test/bench/run.ts', ...sizes).status).toBe(2),
)

it('a single benchmark measures the size of its argument', () => {
  const { status, stdout, stderr } = runScript('../test/bench/query.ts', '1000')
  expect(stderr).toBe('')
  expect(stdout).toContain('1,000 items')
  expect(status).toBe(0)
})
