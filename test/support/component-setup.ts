import '@testing-library/jest-dom/vitest'
import { configure } from '@testing-library/svelte'

// Only for hangs: the default of one second is too short on a busy machine.
configure({ asyncUtilTimeout: 60_000 })

// Without the whole document in the message of each failed query: most of them are repeated, and printing
// takes a sixth of the time. To see it, set a limit of characters.
process.env['DEBUG_PRINT_LIMIT'] ??= '0'

// jsdom has no media queries: the pointer is a mouse.
Object.defineProperty(window, 'matchMedia', {
  configurable: true,
  value: (media: string) =>
    Object.assign(new EventTarget(), {
      media,
      matches: false,
      onchange: null,
      addListener: () => undefined,
      removeListener: () => undefined,
    }),
})
