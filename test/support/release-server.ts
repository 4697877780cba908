import { createHash, generateKeyPairSync, sign, type KeyObject } from 'node:crypto'
import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A released version, as GitHub has it. */
export interface TestRelease {
  readonly version: string
  /** The AppImage for Linux. */
  readonly file: string
  readonly notes?: string
  readonly stagingPercentage?: number
  /** Default: with the key of the developers. */
  readonly signature?: 'other key' | 'none'
  /** Whether the file that is sent differs from the released one. */
  readonly isCorrupt?: boolean
}

export interface ReceivedRequest {
  readonly path: string
  readonly headers: IncomingHttpHeaders
}

export interface ReleaseServer {
  /** Content of `app-update.yml` in a package with this server instead of GitHub. */
  readonly addressFile: string
  /** Content of the file with the public key of the developers. */
  readonly keyFile: string
  readonly requests: readonly ReceivedRequest[]
  close(): Promise<void>
}

const RELEASES = '/owner/repository/releases'
const SUFFIX = process.arch === 'x64' ? '' : `-${process.arch}`

function manifestOf({ version, file, notes, stagingPercentage }: TestRelease): string {
  const sha512 = createHash('sha512').update(file).digest('base64')
  // JSON is a subset of YAML.
  return JSON.stringify({
    version,
    files: [{ url: nameOf(version), sha512, size: Buffer.byteLength(file) }],
    releaseDate: '2026-11-20T09:30:00.000Z',
    ...(notes === undefined ? {} : { releaseNotes: notes }),
    ...(stagingPercentage === undefined ? {} : { stagingPercentage }),
  })
}

const nameOf = (version: string): string => `campaign-desk-${version}-linux-x86_64.AppImage`
const isBeta = (version: string): boolean => version.includes('beta')

/** Starts a server with these releases, the latest first, at the paths of GitHub. */
export async function startReleaseServer(releases: readonly TestRelease[]): Promise<ReleaseServer> {
  const developers = generateKeyPairSync('ed25519')
  const others = generateKeyPairSync('ed25519')
  const signed = (text: string, key: KeyObject): string =>
    sign(null, Buffer.from(text), key).toString('base64')
  const requests: ReceivedRequest[] = []
  const contents = new Map<string, string>()
  const latest = releases.find(({ version }) => !isBeta(version))
  if (latest !== undefined)
    contents.set(`${RELEASES}/latest`, JSON.stringify({ tag_name: `v${latest.version}` }))
  const links = releases.map(({ version }) => `<link href="https://host${RELEASES}/tag/v${version}"/>`)
  contents.set(`${RELEASES}.atom`, `<feed>${links.map((link) => `<entry>${link}</entry>`).join('')}</feed>`)
  for (const release of releases) {
    const { version, file, signature, isCorrupt } = release
    const folder = `${RELEASES}/download/v${version}`
    const manifest = manifestOf(release)
    const name = `latest-linux${SUFFIX}.yml`
    contents.set(`${folder}/${name}`, manifest)
    if (signature !== 'none') {
      const { privateKey } = signature === 'other key' ? others : developers
      contents.set(`${folder}/${name}.sig`, signed(manifest, privateKey))
    }
    contents.set(`${folder}/${nameOf(version)}`, isCorrupt === true ? `${file}!` : file)
  }
  const server = createServer((request, response) => {
    const path = request.url ?? ''
    requests.push({ path, headers: request.headers })
    const content = contents.get(path)
    response.writeHead(content === undefined ? 404 : 200).end(content ?? '')
  })
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve)
  })
  const host = `127.0.0.1:${String((server.address() as AddressInfo).port)}`
  return {
    addressFile: JSON.stringify({
      provider: 'github',
      owner: 'owner',
      repo: 'repository',
      host,
      protocol: 'http',
      updaterCacheDirName: 'campaign-desk-updater',
    }),
    keyFile: String(developers.publicKey.export({ type: 'spki', format: 'pem' })),
    requests,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}
