import { mkdtemp, rm } from 'node:fs/promises'
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, expect, it, vi } from 'vitest'
import { downloadElectron } from '../../build/electron-download.ts'

afterEach(() => {
  vi.unstubAllEnvs()
})

/** Downloads Electron from a server that answers like this, and returns the printed lines. */
async function downloadFrom(answer: RequestListener): Promise<readonly string[]> {
  const cache = await mkdtemp(join(tmpdir(), 'campaign-desk-electron-'))
  const server = createServer(answer)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  for (const name of ['HTTPS_PROXY', 'https_proxy', 'HTTP_PROXY', 'http_proxy']) vi.stubEnv(name, '')
  vi.stubEnv('npm_config_electron_mirror', `http://127.0.0.1:${String(port)}/`)
  vi.stubEnv('electron_config_cache', cache)
  const lines: string[] = []
  try {
    expect(await downloadElectron((line) => lines.push(line))).toBe(false)
  } finally {
    server.closeAllConnections()
    server.close()
    await rm(cache, { recursive: true })
  }
  return lines
}

it('reports what the server answered instead of Electron', async () => {
  const lines = await downloadFrom((_, response) => response.writeHead(404).end())
  expect(lines).toEqual([
    expect.stringMatching(/^Downloading Electron [\d.]+ /u),
    expect.stringMatching(/^Electron could not be downloaded: .*404.*\.$/u),
  ])
})

it('refuses a file with another checksum', async () => {
  const lines = await downloadFrom((_, response) => response.end('not Electron'))
  expect(lines.at(-1)).toMatch(/^Electron could not be downloaded: .*checksum.*\.$/u)
})
