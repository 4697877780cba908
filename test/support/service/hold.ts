import { isItems, type ReceivedRequest } from './script.ts'
import type { TestService } from './start.ts'

/** Pages of the list whose responses are delayed. */
export interface DelayedPages {
  /** Responds to them and to every later one. */
  release(): void
  /** Breaks their connections, and every later one until they are released. */
  disconnect(): void
}

const offsetOf = ({ query }: ReceivedRequest): number => Number(query['skip'] ?? 0)

/** Delays every page from this offset. */
export function delayPagesFrom(service: TestService, offset: number): DelayedPages {
  let release: () => void = () => undefined
  let cut: () => void = () => undefined
  const released = new Promise<void>((resolve, reject) => {
    release = resolve
    cut = () => reject(new Error('cut off by the test'))
  })
  released.catch(() => undefined)
  const when = (request: ReceivedRequest): boolean => isItems(request) && offsetOf(request) >= offset
  service.script([{ when, behavior: { kind: 'wait', until: () => released } }])
  return {
    release() {
      service.script([])
      release()
    },
    disconnect() {
      service.script([{ when, behavior: { kind: 'cut', at: 'start' } }])
      cut()
    },
  }
}

/** Offsets of the requested pages in order, after this many requests. */
export function requestedOffsets({ requests }: TestService, after = 0): readonly number[] {
  return requests.slice(after).filter(isItems).map(offsetOf)
}
