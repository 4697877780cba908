import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { DOCTOR_CHECKS } from '../../electron/contract/doctor.ts'
import { createConnections } from '../../electron/app/connections.ts'
import { issueChain, serverFiles } from '../support/certificates/make.ts'
import { runCli, startCli, parseJsonLines } from '../support/run-cli.ts'
import { startTestService, type TestServiceOptions } from '../support/service/start.ts'
import { temporaryFolder } from '../support/store.ts'

const KEY = 'distinctive-key-4b1d77aa'
const { root, intermediate, leaf } = issueChain()

let home: string
let removeHome: () => Promise<void>
beforeEach(async () => {
  ;({ path: home, remove: removeHome } = await temporaryFolder())
})
afterEach(() => removeHome())

const start = (options: TestServiceOptions = {}) =>
  startTestService({ items: 40, campaigns: 1, key: KEY, ...options })

async function doctor(url: string, words: readonly string[] = [], key = KEY) {
  const end = await runCli(['doctor', '--base-url', url, '--data', join(home, 'data'), ...words], {
    home,
    key,
  })
  expect(end.stdout + end.stderr).not.toContain(KEY)
  expect(end.stdout + end.stderr).not.toMatch(/\n\s+at |undefined|\[object/u)
  return end
}

describe('campaign-desk doctor', () => {
  it('prints a report of a working connection', async () => {
    await using service = await start()
    const { code, stdout, stderr } = await doctor(service.url)
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
    expect(stdout).toMatch(/^Campaign Desk, connection report\nCampaign Desk \d/u)
    expect(stdout).toContain('Key: passed')
    expect(stdout).toContain('The key has access to 40 items.')
    expect(stdout).toContain('Order: passed')
  })

  it('prints a finding per line with --json', async () => {
    await using service = await start()
    const { code, stdout } = await doctor(service.url, ['--json'], 'another key')
    expect(code).toBe(3)
    const lines = parseJsonLines(stdout)
    expect(lines.slice(0, -1).map(({ check }) => check)).toEqual([...DOCTOR_CHECKS])
    expect(lines.find(({ check }) => check === 'key')).toMatchObject({ type: 'finding', verdict: 'failed' })
    expect(lines.at(-1)).toEqual({
      type: 'doctor',
      baseUrl: service.url,
      failed: 1,
      attention: 0,
      exitCode: 3,
    })
  })

  it('trusts --ca, and the authority of the connection', async () => {
    await using service = await start({ tls: serverFiles(leaf, intermediate) })
    const file = join(home, 'works.pem')
    await writeFile(file, root.pem)
    const refused = await doctor(service.url)
    expect(refused.code).toBe(3)
    expect(refused.stdout).toContain('Certificate: failed')
    expect(refused.stdout).toContain('use --ca FILE')
    expect((await doctor(service.url, ['--ca', file])).code).toBe(0)

    const connections = createConnections(join(home, 'data'))
    const { id } = await connections.create({ baseUrl: service.url, key: KEY, name: 'Works' })
    await connections.setAuthority(id, { fileName: 'works.pem', subjects: [], pem: root.pem })
    expect((await doctor(service.url, ['--connection', 'Works'])).code).toBe(0)
    expect((await doctor(service.url, ['--connection', 'Other'])).code).toBe(2)
  })

  it.runIf(process.platform !== 'win32')('can be interrupted', async () => {
    await using service = await start({ script: [{ behavior: { kind: 'hang', at: 'start' } }] })
    const { child, ended } = startCli(['doctor', '--base-url', service.url], { home, key: KEY })
    await expect.poll(() => service.requests.length).toBe(1)
    child.kill('SIGTERM')
    const { code, stderr, stdout } = await ended
    expect(code).toBe(143)
    expect(stderr).toContain('Interrupted.')
    expect(stdout).toContain('was stopped')
  })
})
