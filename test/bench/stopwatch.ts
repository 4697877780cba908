import type { Page } from 'playwright'

/** The effect of one key, as the page observed it. */
export interface Keystroke {
  /** Milliseconds from the input event to the end of the frame with the rows of the search. */
  readonly took: number
  /** The part of that in which the window waited for the next key; 0 if it did not wait. */
  readonly waited: number
  /** The number of rows in the list, and the text of the first. */
  readonly rows: number
  readonly first: string
}

interface Stopwatch {
  start: () => void
  /** The next key that changed the list. */
  keystroke: Promise<Keystroke>
}

/** A key without effect within this time is an error of the benchmark. */
const KEYSTROKE_TIMEOUT_MS = 10_000

type WatchedGlobal = typeof globalThis & { stopwatch: Stopwatch }

/**
 * Installs a stopwatch in the page. It observes the input event, the first change of the rows or their number
 * after it, and the frame with that change. The wait is that of the first timer after the event.
 */
export async function installStopwatch(page: Page): Promise<void> {
  await page.evaluate((timeoutMs) => {
    let startedAt = Number.NaN
    let firedAt = Number.NaN
    let isHandling = false
    let settle: ((keystroke: Keystroke) => void) | null = null
    const originalSetTimeout = setTimeout
    const watchedSetTimeout = (handler: () => void, delay?: number): unknown => {
      if (!isHandling) return originalSetTimeout(handler, delay)
      isHandling = false
      return originalSetTimeout(() => {
        firedAt = performance.now()
        handler()
      }, delay)
    }
    globalThis.setTimeout = watchedSetTimeout as typeof setTimeout
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
    const viewHeight = grid.clientHeight
    const elementOf = (node: Node): Element | null => (node instanceof Element ? node : node.parentElement)
    const isSpareRow = (node: Node): boolean => {
      const row = elementOf(node)?.closest<HTMLElement>('.row')
      return (
        row !== undefined && row !== null && Number(/-?[\d.]+/u.exec(row.style.transform)?.[0]) >= viewHeight
      )
    }
    /** Pictures and spare rows of the list before may appear after the event. */
    const isLate = ({ target, addedNodes, removedNodes }: MutationRecord): boolean => {
      const element = elementOf(target)
      if (element === null) return true
      if (element.closest('.thumbnail') !== null || isSpareRow(element)) return true
      return (
        element.matches('.layer') &&
        removedNodes.length === 0 &&
        [...addedNodes].every((node) => !(node instanceof Element) || isSpareRow(node))
      )
    }
    const onChange = (changes: readonly MutationRecord[]): void => {
      if (settle === null || Number.isNaN(startedAt) || changes.every(isLate)) return
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
      // A message sent before a frame is drawn arrives after it.
      requestAnimationFrame(() => {
        const { port1, port2 } = new MessageChannel()
        port1.onmessage = end
        port2.postMessage(null)
      })
    }
    const observer = new MutationObserver(onChange)
    const allChanges = { subtree: true, childList: true, characterData: true }
    observer.observe(grid, { ...allChanges, attributes: true, attributeFilter: ['aria-rowcount'] })
    observer.observe(counts, allChanges)
    const stopwatch: Stopwatch = {
      keystroke: Promise.reject(new Error('No keystroke was started')),
      start: () => {
        stopwatch.keystroke = new Promise((resolve, reject) => {
          startedAt = Number.NaN
          settle = resolve
          originalSetTimeout(() => {
            reject(new Error(`No effect of “${document.querySelector('input')?.value ?? ''}”`))
          }, timeoutMs)
        })
      },
    }
    stopwatch.keystroke.catch(() => undefined)
    ;(globalThis as WatchedGlobal).stopwatch = stopwatch
  }, KEYSTROKE_TIMEOUT_MS)
}

/** Presses something that changes the list, and waits for the change. */
export async function timeKey(page: Page, press: () => Promise<void>): Promise<Keystroke> {
  await page.evaluate(() => {
    ;(globalThis as WatchedGlobal).stopwatch.start()
  })
  await press()
  return await page.evaluate(() => (globalThis as WatchedGlobal).stopwatch.keystroke)
}
