import type { Deadline } from './deadline.ts'

/** Statuses of pages by which web servers and gateways request a client certificate. */
const CERTIFICATE_REQUEST_STATUSES: ReadonlySet<number> = new Set([400, 401, 403, 495, 496])
/** Text of those pages, from nginx, IIS and various gateways. */
const CERTIFICATE_REQUEST_TEXT =
  /No required SSL certificate was sent|The SSL certificate error|client certificate (is )?required|requires a client certificate|SSL client certificate/iu
const MAX_PAGE_BYTES = 16_384

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
  if (!CERTIFICATE_REQUEST_STATUSES.has(response.status) || !/^text\//iu.test(type) || response.body === null)
    return false
  const reader = (response.body as ReadableStream<Uint8Array>).getReader()
  const decoder = new TextDecoder()
  let text = ''
  for (let bytes = 0; bytes < MAX_PAGE_BYTES;) {
    const { done, value } = await deadline.waitFor(reader.read(), idleMs)
    if (done) break
    bytes += value.byteLength
    text += decoder.decode(value, { stream: true })
  }
  return CERTIFICATE_REQUEST_TEXT.test(text)
}
