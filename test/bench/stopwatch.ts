import type { Page } from 'playwright'

/** What one key did, as the page itself saw it. */
export interface Keystroke {
  /** Milliseconds from the input event to the end of the frame that has the rows of the search. */
  readonly took: number
  /** Of these, how long the window waited for the next key before it asked; 0 when it asked at once. */
  readonly waited: number
  /** Rows of the list then, and the text of the first of them. */
  readonly rows: number
  readonly first: string
}

interface Stopwatch {
  begin: () => void
  /** The next key that has changed what the list shows. */
  keystroke: Promise<Keystroke>
}

/** A key that changes nothing is a mistake of the benchmark. */
const MAX_MS = 10_000

type Watched = typeof globalThis & { stopwatch: Stopwatch }

/**
 * Puts a stopwatch into the page. It looks from outside: at the input event, at the first change of the rows
 * or their number after it, and at the frame with that change. The wait is told by the first timer that the
 * event has set.
 */
export async function installStopwatch(page: Page): Promise<void> {
  await page.evaluate((longest) => {
    let startedAt = Number.NaN
    let firedAt = Number.NaN
    let isHandling = false
    let settle: ((keystroke: Keystroke) => void) | null = null
    const timer = setTimeout
    const watched = (handler: () => void, delay?: number): unknown => {
      if (!isHandling) return timer(handler, delay)
      isHandling = false
      return timer(() => {
        firedAt = performance.now()
        handler()
      }, delay)
    }
    globalThis.setTimeout = watched as typeof setTimeout
    const grid = document.querySelector('.grid')
    const counts = document.querySelector('.list-footer p')
    if (grid === null || counts === null) throw new Error('There is no list')
    addEventListener(
      'input',
      () => {
        startedAt = performance.now()
        firedAt = Number.NaN
        isHandling = true
      },
      { capture: true },
    )
    addEventListener('input', () => {
      isHandling = false
    })
    const changed = (): void => {
      if (settle === null || Number.isNaN(startedAt)) return
      const resolve = settle
      settle = null
      const waited = Number.isNaN(firedAt) ? 0 : firedAt - startedAt
      const end = (): void => {
        resolve({
          took: performance.now() - startedAt,
          waited,
          rows: Number(grid.getAttribute('aria-rowcount')) - 1,
          first: grid.querySelector('[aria-rowindex="2"]')?.textContent ?? '',
        })
      }
      // A message that is sent before a frame is drawn comes when it has been.
      requestAnimationFrame(() => {
        const { port1, port2 } = new MessageChannel()
        port1.onmessage = end
        port2.postMessage(null)
      })
    }
    const observer = new MutationObserver(changed)
    const everything = { subtree: true, childList: true, characterData: true }
    observer.observe(grid, { ...everything, attributes: true, attributeFilter: ['aria-rowcount'] })
    observer.observe(counts, everything)
    const stopwatch: Stopwatch = {
      keystroke: Promise.reject(new Error('Nothing was begun')),
      begin: () => {
        stopwatch.keystroke = new Promise((resolve, reject) => {
          startedAt = Number.NaN
          settle = resolve
          timer(() => {
            reject(new Error(`Nothing has come of “${document.querySelector('input')?.value ?? ''}”`))
          }, longest)
        })
      },
    }
    stopwatch.keystroke.catch(() => undefined)
    ;(globalThis as Watched).stopwatch = stopwatch
  }, MAX_MS)
}

/** Presses something that changes what the list shows, and waits for that. */
export async function timeKey(page: Page, press: () => Promise<void>): Promise<Keystroke> {
  await page.evaluate(() => {
    ;(globalThis as Watched).stopwatch.begin()
  })
  await press()
  return await page.evaluate(() => (globalThis as Watched).stopwatch.keystroke)
}
