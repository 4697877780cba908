import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { createServer as createHttpServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { createServer as createHttpsServer, type ServerOptions } from 'node:https'
import type { AddressInfo, Server } from 'node:net'
import { setTimeout } from 'node:timers/promises'
import { TLSSocket, type PeerCertificate } from 'node:tls'
import { CampaignRecords } from '../../../electron/sample/campaigns.ts'
import { ItemGenerator } from '../../../electron/sample/items.ts'
import type { LimitRule } from '../../../electron/sample/listing.ts'
import { pictureOf } from '../../../electron/sample/pictures.ts'
import { planSample, type SamplePlan } from '../../../electron/sample/plan.ts'
import { createHandler } from '../../../electron/sample/service.ts'
import type { JsonObject, SampleFetch, SampleOptions } from '../../../electron/sample/types.ts'
import { sendAnswer } from './answer.ts'
import { ChangingItems } from './items.ts'
import { Script, type ReceivedRequest, type Step } from './script.ts'

export interface TestServiceOptions extends Pick<SampleOptions, 'items' | 'campaigns' | 'seed' | 'now'> {
  /** With a key, any other `Authorization` gets a 401; without, any value is valid. */
  readonly key?: string
  readonly script?: readonly Step[]
  /** Page sizes; default: at most 1,000, to which larger ones are reduced. */
  readonly limit?: Partial<LimitRule>
  /** Path before the operations, such as `/api/v1`. */
  readonly basePath?: string
  /** Compresses responses for clients that accept it; default: true. */
  readonly gzip?: boolean
  /**
   * HTTPS with a self-signed certificate, or with this key and chain (PEM). With `clientAuthority` (PEM), a
   * client certificate of that authority is required, or with `isOptional` only requested.
   */
  readonly tls?:
    | boolean
    | {
        readonly key: string
        readonly cert: string
        readonly clientAuthority?: string
        readonly isOptional?: boolean
      }
  /** A fixed port; default: a free one. */
  readonly port?: number
}

/** A running service on 127.0.0.1: `await using service = await startTestService()`. */
export interface TestService extends AsyncDisposable {
  /** Base address without a trailing slash. */
  readonly url: string
  /** Scheme, host and port. */
  readonly origin: string
  /** All requests in order; may be cleared. */
  readonly requests: ReceivedRequest[]
  /** The campaigns’ ids, names and item counts before any change. */
  readonly plan: SamplePlan
  /** To change items during a download. */
  readonly items: ChangingItems
  /** Replaces the script, with all its steps. */
  script(steps: readonly Step[]): void
  setKey(key: string | null): void
  /** Replaces a campaign’s record; null: it does not exist. */
  setCampaign(id: string, record: JsonObject | 'forbidden' | 'failing' | null): void
  /** Closes immediately, including hanging requests. */
  close(): Promise<void>
}

function received(request: IncomingMessage): ReceivedRequest {
  const url = new URL(request.url ?? '/', 'http://service.invalid')
  const headers = Object.entries(request.headers).map(([name, value]): [string, string] => [
    name,
    Array.isArray(value) ? value.join(', ') : (value ?? ''),
  ])
  const { socket } = request
  // Without a client certificate, Node returns an empty object, despite its type.
  const certificate: Partial<PeerCertificate> = socket instanceof TLSSocket ? socket.getPeerCertificate() : {}
  const client = certificate.subject?.CN
  return {
    ...(typeof client === 'string' ? { client } : {}),
    method: request.method ?? '',
    path: url.pathname,
    query: Object.fromEntries(url.searchParams),
    headers: Object.fromEntries(headers),
  }
}

function tlsOptions({
  clientAuthority,
  isOptional = false,
  ...files
}: Exclude<TestServiceOptions['tls'], boolean | undefined>): ServerOptions {
  return clientAuthority === undefined
    ? files
    : { ...files, ca: clientAuthority, requestCert: true, rejectUnauthorized: !isOptional }
}

const tlsFile = (name: string): Buffer => readFileSync(new URL(`tls/${name}`, import.meta.url))

const refused = (): Response =>
  new Response('{"statusCode":401,"message":"Unknown API key"}', {
    status: 401,
    headers: { 'content-type': 'application/json' },
  })

/** Listens on 127.0.0.1. Waits for a port that a connection of another program uses at this moment. */
async function listen(server: Server, port: number): Promise<void> {
  for (;;) {
    try {
      server.listen(port, '127.0.0.1')
      await once(server, 'listening')
      return
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EADDRINUSE') throw error
      await setTimeout(200)
    }
  }
}

/**
 * Starts the sample service behind a real HTTP server, with a script of errors. Close it at the end of the
 * test.
 */
export async function startTestService(options: TestServiceOptions = {}): Promise<TestService> {
  const { basePath = '', gzip = true } = options
  const requests: ReceivedRequest[] = []
  const script = new Script()
  script.replace(options.script ?? [])
  const ending = new AbortController()
  let key = options.key ?? null
  const { tls = false } = options
  const selfSigned = { key: tlsFile('key.pem'), cert: tlsFile('certificate.pem') }
  const server =
    tls === false ? createHttpServer() : createHttpsServer(tls === true ? selfSigned : tlsOptions(tls))
  await listen(server, options.port ?? 0)
  const { port } = server.address() as AddressInfo
  const origin = `${tls === false ? 'http' : 'https'}://127.0.0.1:${String(port)}`

  const generator = new ItemGenerator(planSample({ ...options, pictureBase: `${origin}/files/` }))
  const items = new ChangingItems(generator)
  const records = new CampaignRecords(generator)
  const replaced = new Map<string, JsonObject | 'forbidden' | 'failing' | null>()
  const handler: SampleFetch = createHandler({
    items,
    campaigns: {
      campaign: (id) => {
        const record = replaced.get(id)
        return record === undefined ? records.campaign(id) : record
      },
    },
    limit: { default: 100, max: 1_000, ifExceeded: 'apply', ...options.limit },
    basePath,
  })
  const respond = (incoming: IncomingMessage, request: ReceivedRequest): Promise<Response> => {
    const [, artworkId] = /^\/files\/([^/]+)$/u.exec(request.path) ?? []
    if (artworkId !== undefined)
      return Promise.resolve(picture(generator, artworkId, 'thumbnail' in request.query))
    if (key !== null && request.headers['authorization'] !== key) return Promise.resolve(refused())
    const headers = new Headers()
    const authorization = request.headers['authorization']
    if (authorization !== undefined) headers.set('authorization', authorization)
    return handler(new Request(`${origin}${incoming.url ?? '/'}`, { method: request.method, headers }))
  }

  server.on('request', (incoming: IncomingMessage, response: ServerResponse) => {
    const request = received(incoming)
    requests.push(request)
    // Many tests break or cancel connections.
    response.on('error', () => undefined)
    sendAnswer(
      request,
      response,
      script.next(request),
      () => respond(incoming, request),
      gzip,
      ending.signal,
    ).catch((error: unknown) => {
      if (!ending.signal.aborted) response.destroy(error instanceof Error ? error : undefined)
    })
  })

  const close = (): Promise<void> =>
    new Promise((resolve) => {
      ending.abort()
      server.close(() => resolve())
      server.closeAllConnections()
    })

  return {
    url: `${origin}${basePath}`,
    origin,
    requests,
    plan: generator.plan,
    items,
    script: (steps) => script.replace(steps),
    setKey: (next) => {
      key = next
    },
    setCampaign: (id, record) => replaced.set(id, record),
    close,
    [Symbol.asyncDispose]: close,
  }
}

function picture(generator: ItemGenerator, artworkId: string, small: boolean): Response {
  const found = pictureOf(generator, artworkId, small)
  return found === null
    ? new Response('Not found', { status: 404 })
    : new Response(found.bytes, { headers: { 'content-type': found.contentType } })
}
