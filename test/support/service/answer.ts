import type { ServerResponse } from 'node:http'
import { setTimeout as wait } from 'node:timers/promises'
import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import type { Behavior, ReceivedRequest } from './script.ts'

const compress = promisify(gzip)

const LOGIN_PAGE =
  '<!DOCTYPE html><html><head><title>Sign in</title></head><body><form action="/login"><h1>Welcome to Free Wi-Fi</h1><input name="room"></form></body></html>'

/** A response as it is sent. */
interface Answer {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: Uint8Array
}

async function encode(
  request: ReceivedRequest,
  status: number,
  headers: Readonly<Record<string, string>>,
  content: string | Uint8Array,
  mayCompress: boolean,
): Promise<Answer> {
  const body = Buffer.from(content)
  const accepted = (request.headers['accept-encoding'] ?? '').includes('gzip')
  if (!mayCompress || !accepted || body.length < 1_000) return { status, headers, body }
  return {
    status,
    headers: { ...headers, 'content-encoding': 'gzip' },
    body: await compress(body, { level: 1 }),
  }
}

function begin(response: ServerResponse, { status, headers, body }: Answer): void {
  response.writeHead(status, { ...headers, 'content-length': body.byteLength })
}

/** Sends half of the body; resolves when it is sent, so that the rest happens in the middle. */
function sendHalf(response: ServerResponse, answer: Answer): Promise<void> {
  begin(response, answer)
  return new Promise((resolve) => {
    response.write(answer.body.subarray(0, Math.floor(answer.body.length / 2)), () => resolve())
  })
}

async function sendSlowly(
  response: ServerResponse,
  answer: Answer,
  how: Extract<Behavior, { kind: 'slow' }>,
  signal: AbortSignal,
): Promise<void> {
  const { beforeMs = 0, betweenMs = 0, pieces = 4 } = how
  await wait(beforeMs, undefined, { signal })
  begin(response, answer)
  const size = Math.max(1, Math.ceil(answer.body.length / pieces))
  for (let offset = 0; offset < answer.body.length; offset += size) {
    if (offset > 0) await wait(betweenMs, undefined, { signal })
    response.write(answer.body.subarray(offset, offset + size))
  }
  response.end()
}

/**
 * Responds to a request, correctly or as scripted. The signal ends slow responses when the service closes.
 */
export async function sendAnswer(
  request: ReceivedRequest,
  response: ServerResponse,
  behavior: Behavior | null,
  well: () => Promise<Response>,
  mayCompress: boolean,
  signal: AbortSignal,
): Promise<void> {
  if (behavior?.kind === 'hang' && behavior.at === 'start') return
  if (behavior?.kind === 'cut' && behavior.at === 'start') {
    response.destroy()
    return
  }
  if (behavior?.kind === 'wait') await behavior.until(request)
  const made = await make(request, behavior, well, mayCompress)
  if (behavior?.kind === 'slow') {
    await sendSlowly(response, made, behavior, signal)
  } else if (behavior?.kind === 'hang') {
    await sendHalf(response, made)
  } else if (behavior?.kind === 'cut') {
    await sendHalf(response, made)
    response.destroy()
  } else {
    begin(response, made)
    response.end(made.body)
  }
}

async function make(
  request: ReceivedRequest,
  behavior: Behavior | null,
  well: () => Promise<Response>,
  mayCompress: boolean,
): Promise<Answer> {
  if (behavior?.kind === 'status')
    return encode(
      request,
      behavior.status,
      { 'content-type': 'application/json', ...behavior.headers },
      behavior.body ?? '{}',
      false,
    )
  if (behavior?.kind === 'redirect')
    return encode(request, behavior.status ?? 302, { location: behavior.to }, '', false)
  if (behavior?.kind === 'login')
    return encode(request, 200, { 'content-type': 'text/html; charset=utf-8' }, LOGIN_PAGE, false)
  if (behavior?.kind === 'bytes')
    return encode(request, 200, { 'content-type': behavior.contentType ?? 'image/png' }, behavior.body, false)
  const good = await well()
  const text = await good.text()
  return encode(
    request,
    good.status,
    Object.fromEntries(good.headers),
    bend(request, behavior, text),
    mayCompress,
  )
}

function bend(request: ReceivedRequest, behavior: Behavior | null, text: string): string {
  if (behavior?.kind === 'truncate') return text.slice(0, Math.floor(text.length / 2))
  if (behavior?.kind === 'text') return behavior.change(text)
  if (behavior?.kind === 'edit') return JSON.stringify(behavior.edit(JSON.parse(text), request))
  return text
}
