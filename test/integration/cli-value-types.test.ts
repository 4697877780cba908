// The command line with a service whose values have other types than documented.
import { createServer, type Server } from 'node:http'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { parseJsonLines, runCli } from '../support/run-cli.ts'
import { temporaryFolder } from '../support/store.ts'

const CAMPAIGN = '3f2b8c1e-0000-4000-8000-000000000001'
const ITEMS: Readonly<Record<string, string>> = {
  a: `{"campaignId":{"_id":"${CAMPAIGN}","name":2026},"itemId":{"posNumber":10003,"name":"Poster"},"qty":"6","status":"draft","isLocked":1,"updatedAt":1767225600000}`,
  b: `{"campaignId":{"_id":"${CAMPAIGN}"},"itemId":{"posNumber":9007199254740993},"qty":{"a":1},"status":9007199254740993,"updatedAt":"2026-02-30"}`,
}

let server: Server
let url: string
let folder: Awaited<ReturnType<typeof temporaryFolder>>

beforeAll(async () => {
  folder = await temporaryFolder()
  server = createServer(({ url: path = '' }, response) => {
    response.setHeader('content-type', 'application/json')
    const requestUrl = new URL(path, 'http://localhost')
    if (requestUrl.pathname.startsWith('/campaign/')) {
      response.end(`{"_id":"${CAMPAIGN}","name":2026,"status":"live","number":"12"}`)
      return
    }
    const skip = Number(requestUrl.searchParams.get('skip') ?? '0')
    const ids = Object.keys(ITEMS).slice(skip)
    const entities = ids.map((id) => `"${id}":${ITEMS[id] ?? '{}'}`).join(',')
    response.end(
      `{"campaignItemIds":${JSON.stringify(ids)},"campaignItemEntities":{${entities}},"totalCount":2,"limit":100,"skip":${String(skip)}}`,
    )
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  url = `http://127.0.0.1:${String((server.address() as AddressInfo).port)}`
})
afterAll(async () => {
  server.close()
  await folder.remove()
})

const cli = (...words: readonly string[]) =>
  runCli([...words, '--data', join(folder.path, 'data')], { home: folder.path, key: 'a-key' })

const SENTENCE = '3 values of unexpected type shown as text (Status 1, Quantity 1, Updated 1)'
const COUNTS = { status: 1, qty: 1, updatedAt: 1 }

it('values of other types are reported by sync, status, doctor and --check, and exported unchanged', async () => {
  const synced = await cli('sync', '--base-url', url, '--campaign', CAMPAIGN, '--json')
  expect({ code: synced.code, stderr: synced.stderr }).toMatchObject({ code: 0 })
  expect(synced.stderr).toContain(SENTENCE)
  expect(parseJsonLines(synced.stdout).find(({ type }) => type === 'campaign')).toMatchObject({
    otherTypes: COUNTS,
  })
  expect(parseJsonLines((await cli('status', '--json')).stdout)).toContainEqual(
    expect.objectContaining({ type: 'campaign', otherTypes: COUNTS }),
  )

  const doctor = await cli('doctor', '--base-url', url)
  expect(doctor.stdout).toContain('Status 1, Quantity 1, Updated 1')

  const check = await cli('export', '--check', '--json')
  const { findings } = JSON.parse(check.stdout) as { findings: readonly { kind: string; count: number }[] }
  expect(findings.find(({ kind }) => kind === 'otherType')).toMatchObject({ count: 3 })

  const columns = ['--columns', 'posNumber,qty,status,isLocked,updatedAt', '--sort', 'posNumber:asc']
  const csv = await cli('export', '--search', '10003|0993', '--out', '-', ...columns)
  expect(csv.stdout.split('\r\n')).toEqual([
    'posNumber,qty,status,isLocked,updatedAt',
    '10003,6,draft,true,2026-01-01T00:00:00.000Z',
    '9007199254740993,"{""a"":1}",9007199254740993,,2026-02-30',
    '',
  ])
  for (const condition of ['status is "draft"', 'qty is 6']) {
    const filtered = await cli('export', '--where', condition, '--out', '-', '--columns', 'posNumber,status')
    expect(filtered.stdout.split('\r\n'), condition).toEqual(['posNumber,status', '10003,draft', ''])
  }
  const campaigns = await cli('campaigns', '--where', 'status is "live"', '--columns', 'status', '--out', '-')
  expect(campaigns.stdout.split('\r\n')).toEqual(['status', 'live', ''])
  const file = join(folder.path, 'items.json')
  expect((await cli('export', '--out', file, ...columns)).code).toBe(0)
  expect(await readFile(file, 'utf8')).toContain('"status":9007199254740993')
})
