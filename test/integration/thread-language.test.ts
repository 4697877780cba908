import { afterEach, expect, it } from 'vitest'
import { setThreadLanguage } from '../../electron/store/thread-language.ts'
import { WorkerClient } from '../../electron/store/worker-client.ts'

const PROGRAM = new URL('../support/language-program.ts', import.meta.url)

afterEach(() => setThreadLanguage({ language: 'en' }))

it('a thread of a store uses another language from its next call on', async () => {
  const client = new WorkerClient(PROGRAM, { role: 'reader', file: '' })
  expect(await client.call('yes', [])).toBe('Yes')
  setThreadLanguage({ language: 'de' })
  expect(await Promise.all([client.call('yes', []), client.call('yes', [])])).toEqual(['Ja', 'Ja'])
  setThreadLanguage({ language: 'fr' })
  expect(await client.call('yes', [])).toBe('Oui')
  await client.close()
})
