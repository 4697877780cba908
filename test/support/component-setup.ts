import '@testing-library/jest-dom/vitest'
import { configure } from '@testing-library/svelte'

// Only for hangs: the default of one second is too short on a busy machine.
configure({ asyncUtilTimeout: 60_000 })

/** A query that no medium matches. */
function matchNothing(media: string): MediaQueryList {
  return Object.assign(new EventTarget(), {
    media,
    matches: false,
    onchange: null,
    addListener: () => undefined,
    removeListener: () => undefined,
  })
}

// Missing in jsdom.
Object.defineProperty(globalThis, 'matchMedia', { value: matchNothing, configurable: true, writable: true })
