import { isItems, type ReceivedRequest } from './script.ts'
import type { TestService } from './start.ts'

/** Pages of the list whose responses are delayed. */
export interface Hold {
  /** Responds to them and to every later one. */
  release(): void
  /** Breaks their connections, and every later one until they are released. */
  cut(): void
}

const offsetOf = ({ query }: ReceivedRequest): number => Number(query['skip'] ?? 0)

/** Delays every page from this offset. */
export function holdFrom(service: TestService, offset: number): Hold {
  let release: () => void = () => undefined
  let cut: () => void = () => undefined
  const released = new Promise<void>((resolve, reject) => {
    release = resolve
    cut = () => {
      reject(new Error('cut off by the test'))
    }
  })
  released.catch(() => undefined)
  const when = (request: ReceivedRequest): boolean => isItems(request) && offsetOf(request) >= offset
  service.script([{ when, behave: { kind: 'wait', until: () => released } }])
  return {
    release() {
      service.script([])
      release()
    },
    cut() {
      service.script([{ when, behave: { kind: 'cut', at: 'start' } }])
      cut()
    },
  }
}

/** Offsets of the requested pages in order, after this many requests. */
export function requestedOffsets({ requests }: TestService, after = 0): readonly number[] {
  return requests.slice(after).filter(isItems).map(offsetOf)
}
