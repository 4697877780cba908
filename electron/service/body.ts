import { ResponseTooLarge } from './response-checks.ts'
import type { Deadline } from './deadline.ts'
import type { RequestContext } from './network-faults.ts'

/**
 * Stops endless responses; a page of items has kilobytes or a few megabytes. A larger page is requested again
 * with fewer items. Several copies of a response must fit into memory.
 */
export const MAX_BODY_BYTES = 32 * 1024 * 1024
/** Memory is allocated in advance up to this size only, because the stated length may be wrong. */
const MAX_PREALLOCATED_BYTES = 16 * 1024 * 1024

export interface BodyOptions {
  /** Limit between two chunks, in milliseconds. */
  readonly idleMs: number
  /** Resolves when the body may be read to its end; by default at once. */
  readonly waitForPermit?: () => Promise<void>
  readonly maxBytes?: number
}

/**
 * Reads a body. Until its permit is granted, a body of known length is read up to its last byte, any other
 * not at all. The bytes own their buffer, so they can be transferred to a worker. Throws `ResponseTooLarge`.
 */
export async function readBody(
  response: Response,
  requestContext: RequestContext,
  deadline: Deadline,
  { idleMs, waitForPermit, maxBytes = MAX_BODY_BYTES }: BodyOptions,
): Promise<Uint8Array<ArrayBuffer>> {
  const length = Number(response.headers.get('content-length') ?? 0)
  if (length > maxBytes) throw new ResponseTooLarge(requestContext)
  // Node's type does not state that a response stream contains bytes.
  const body = response.body as ReadableStream<Uint8Array> | null
  const withIdleLimit = <Value>(chunk: Promise<Value>): Promise<Value> => deadline.waitFor(chunk, idleMs)
  if (waitForPermit !== undefined) {
    const exact = isLengthExact(response, length) && body !== null ? createExactReader(body) : null
    if (exact !== null) return await readExactly(exact, length, withIdleLimit, waitForPermit)
  }
  // Locked before the wait, because Node cancels an unread body when its response is garbage collected.
  const reader = body?.getReader()
  await waitForPermit?.()
  const chunks: Uint8Array[] = []
  let receivedBytes = 0
  while (reader !== undefined) {
    const { done, value } = await withIdleLimit(reader.read())
    if (done) break
    chunks.push(value)
    receivedBytes += value.byteLength
    if (receivedBytes > maxBytes) throw new ResponseTooLarge(requestContext)
  }
  const bytes = new Uint8Array(receivedBytes)
  let offset = 0
  for (const chunk of chunks) {
    bytes.set(chunk, offset)
    offset += chunk.byteLength
  }
  return bytes
}

/** Returns whether the stated length applies to the decoded body; it does not if the body is compressed. */
function isLengthExact(response: Response, length: number): boolean {
  return length > 1 && length <= MAX_PREALLOCATED_BYTES && !response.headers.has('content-encoding')
}

/** Returns a reader that reads into a given buffer; null if the network does not support one. */
function createExactReader(body: ReadableStream<Uint8Array>): ReadableStreamBYOBReader | null {
  try {
    return body.getReader({ mode: 'byob' })
  } catch {
    return null
  }
}

async function readExactly(
  reader: ReadableStreamBYOBReader,
  length: number,
  withIdleLimit: <Value>(chunk: Promise<Value>) => Promise<Value>,
  waitForPermit: () => Promise<void>,
): Promise<Uint8Array<ArrayBuffer>> {
  let bytes = new Uint8Array(length)
  let receivedBytes = 0
  /** Reads up to an offset, or to the end of the body. */
  const readTo = async (end: number): Promise<void> => {
    while (receivedBytes < end) {
      const { done, value } = await withIdleLimit(reader.read(bytes.subarray(receivedBytes, end)))
      // Each read detaches the buffer and returns it.
      if (value !== undefined) bytes = new Uint8Array(value.buffer)
      if (done) return
      receivedBytes += value.byteLength
    }
  }
  await readTo(length - 1)
  await waitForPermit()
  await readTo(length)
  return bytes.subarray(0, receivedBytes)
}
