/** Statuses whose response must not have a body (Fetch standard). */
const WITHOUT_BODY: ReadonlySet<number> = new Set([204, 205, 304])

/**
 * Creates a response from what the network received, for an untrusted server: `Response` throws for a status
 * or a header that the Fetch standard does not allow. Such headers are left out, and so is the reason phrase,
 * which is not used. Throws an error with the code of a response that is not HTTP for a status of another
 * range than 200 to 599, and cancels the body.
 */
export function receivedResponse(
  status: number,
  headers: Iterable<readonly [name: string, value: string]>,
  body: ReadableStream<Uint8Array> | null,
): Response {
  if (status < 200 || status > 599) {
    void body?.cancel().catch(() => undefined)
    throw Object.assign(new Error(`HTTP status ${String(status)}`), { code: 'ERR_INVALID_HTTP_RESPONSE' })
  }
  const valid = new Headers()
  for (const [name, value] of headers) {
    try {
      valid.append(name, value)
    } catch {
      // No header that the application reads has such a name or value.
    }
  }
  return new Response(WITHOUT_BODY.has(status) ? null : body, { status, headers: valid })
}
