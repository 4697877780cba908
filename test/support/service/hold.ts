import { isItems, type ReceivedRequest } from './script.ts'
import type { TestService } from './start.ts'

/** Pages of the list that are not answered for now. */
export interface Hold {
  /** Answers them, and every later one. */
  release(): void
  /** Breaks their connections off, and those of every later one until they are released. */
  cut(): void
}

const offsetOf = ({ query }: ReceivedRequest): number => Number(query['skip'] ?? 0)

/** Holds every page from that offset on. */
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

/** Offsets of the pages of the list that were asked for, in order, without the first so many requests. */
export function offsetsAsked({ requests }: TestService, after = 0): readonly number[] {
  return requests.slice(after).filter(isItems).map(offsetOf)
}
