import type { Deadline } from './deadline.ts'

/** Statuses of the pages by which web servers and gateways ask for a client certificate. */
const STATUSES: ReadonlySet<number> = new Set([400, 401, 403, 495, 496])
/** What those pages contain: nginx, IIS, and gateways that word it themselves. */
const PATTERN =
  /No required SSL certificate was sent|The SSL certificate error|client certificate (is )?required|requires a client certificate|SSL client certificate/iu
const MAX_BYTES = 16_384

/**
 * Returns whether a response is the page of a web server that requires a client certificate. Such servers
 * complete the handshake without one, so that only this page shows it.
 */
export async function requiresCertificate(
  response: Response,
  deadline: Deadline,
  idleMs: number,
): Promise<boolean> {
  const type = response.headers.get('content-type') ?? ''
  if (!STATUSES.has(response.status) || !/^text\//iu.test(type) || response.body === null) return false
  const reader = (response.body as ReadableStream<Uint8Array>).getReader()
  const decoder = new TextDecoder()
  let text = ''
  for (let bytes = 0; bytes < MAX_BYTES;) {
    const { done, value } = await deadline.waitFor(reader.read(), idleMs)
    if (done) break
    bytes += value.byteLength
    text += decoder.decode(value, { stream: true })
  }
  return PATTERN.test(text)
}
