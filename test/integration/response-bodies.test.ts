import { readFileSync } from 'node:fs'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { describe, expect, it } from 'vitest'
import { readBody } from '../../electron/service/body.ts'
import { Deadline } from '../../electron/service/deadline.ts'
import { createSecureFetch } from '../../electron/service/secure-fetch.ts'
import { DEFAULT_TLS } from '../../electron/service/tls-settings.ts'
import { startTestService } from '../support/service/start.ts'

setFlagsFromString('--expose-gc')
const collectGarbage = runInNewContext('gc') as () => void
const CERTIFICATE = readFileSync(new URL('../support/service/tls/certificate.pem', import.meta.url), 'utf8')

/** Collects garbage until an unreachable object was finalized, which also runs earlier finalizers. */
async function collect(): Promise<void> {
  for (let round = 0; round < 2; round += 1) {
    const state = { isFinalized: false }
    const registry = new FinalizationRegistry(() => {
      state.isFinalized = true
    })
    registry.register({}, null)
    while (!state.isFinalized) {
      await nextTurn()
      collectGarbage()
    }
  }
}

/** Reads a body like a page that waits for its permit. */
async function readLater(response: Response): Promise<string> {
  const requestContext = { host: 'service', label: 'GET' }
  const deadline = new Deadline(requestContext, undefined)
  const bytes = await readBody(response, requestContext, deadline, { idleMs: 60_000, waitForPermit: collect })
  return Buffer.from(bytes).toString()
}

describe('a response body that is read late', () => {
  it.each([
    ['compressed', true],
    ['plain', false],
  ])('is not lost by garbage collection (https, %s)', async (_form, gzip) => {
    await using service = await startTestService({ items: 60, campaigns: 1, tls: true, gzip })
    const secure = createSecureFetch({
      ...DEFAULT_TLS,
      authority: { pem: CERTIFICATE, origin: service.origin },
      proxyFor: () => ({ kind: 'direct' }),
    })
    const response = await secure.fetch(new Request(`${service.url}/campaign-items`))
    await collect()
    expect(await readLater(response)).toMatch(/^\{.*\}$/su)
    await secure.close()
  })

  it.each([
    ['compressed', true],
    ['plain', false],
  ])('is not lost by garbage collection (http, %s)', async (_form, gzip) => {
    await using service = await startTestService({ items: 60, campaigns: 1, gzip })
    expect(await readLater(await fetch(`${service.url}/campaign-items`))).toMatch(/^\{.*\}$/su)
  })
})
