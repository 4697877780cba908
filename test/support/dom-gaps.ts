import { vi } from 'vitest'

/** A resize observer that reports nothing: without layout, no size changes. */
class InertResizeObserver implements ResizeObserver {
  observe(): undefined {
    return undefined
  }

  unobserve(): undefined {
    return undefined
  }

  disconnect(): undefined {
    return undefined
  }
}

function defineMissing<Target extends object>(target: Target, properties: Partial<Target>): void {
  for (const [name, value] of Object.entries(properties)) {
    if (!(name in target)) Object.defineProperty(target, name, { value, configurable: true, writable: true })
  }
}

/** Adds the browser functions that jsdom lacks and the components need. */
export function fillDomGaps(): void {
  defineMissing(globalThis, {
    ResizeObserver: InertResizeObserver,
    requestIdleCallback: (callback: IdleRequestCallback) =>
      Number(setTimeout(callback, 0, { didTimeout: false, timeRemaining: () => 0 })),
  })
  HTMLCanvasElement.prototype.getContext = () => null
  defineMissing(HTMLElement.prototype, {
    scrollIntoView: () => undefined,
    setPointerCapture: () => undefined,
    // The style sheet of jsdom hides popovers, and they cannot be shown.
    showPopover(this: HTMLElement) {
      this.removeAttribute('popover')
    },
    hidePopover(this: HTMLElement) {
      this.setAttribute('popover', 'manual')
    },
  })
  defineMissing(HTMLDialogElement.prototype, {
    showModal(this: HTMLDialogElement) {
      this.open = true
      // Like a browser: focuses the first control, and cancels on Escape unless a handler prevents that.
      this.querySelector<HTMLElement>('input, button, select, textarea')?.focus()
      this.addEventListener('keydown', (event) => {
        queueMicrotask(() => {
          if (event.key === 'Escape' && !event.defaultPrevented)
            this.dispatchEvent(new Event('cancel', { cancelable: true }))
        })
      })
    },
    close(this: HTMLDialogElement) {
      this.open = false
    },
  })
}

/** Adds the missing browser functions, and reports this size in CSS pixels for every observed element. */
export function stubLayout(width = 1_000, height = 428): void {
  fillDomGaps()
  // Without the focus and the Escape key of a browser, which these tests control themselves.
  HTMLDialogElement.prototype.showModal = function (this: HTMLDialogElement) {
    this.open = true
  }
  vi.stubGlobal(
    'ResizeObserver',
    class extends InertResizeObserver {
      readonly #callback: ResizeObserverCallback

      constructor(callback: ResizeObserverCallback) {
        super()
        this.#callback = callback
      }

      override observe(target?: Element): undefined {
        this.#callback([{ target, contentRect: { width, height } } as ResizeObserverEntry], this)
      }
    },
  )
}
