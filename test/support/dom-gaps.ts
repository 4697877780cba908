/** Without layout, no size changes. */
class StillObserver implements ResizeObserver {
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

function fill<Target extends object>(target: Target, gaps: Partial<Target>): void {
  for (const [name, value] of Object.entries(gaps)) {
    if (!(name in target)) Object.defineProperty(target, name, { value, configurable: true, writable: true })
  }
}

/** Adds what jsdom lacks and the components need. */
export function fillDomGaps(): void {
  fill(globalThis, { ResizeObserver: StillObserver })
  HTMLCanvasElement.prototype.getContext = () => null
  fill(HTMLElement.prototype, {
    scrollIntoView: () => undefined,
    // The style sheet of jsdom hides popovers, and they cannot be shown.
    showPopover(this: HTMLElement) {
      this.removeAttribute('popover')
    },
    hidePopover(this: HTMLElement) {
      this.setAttribute('popover', 'manual')
    },
  })
  fill(HTMLDialogElement.prototype, {
    showModal(this: HTMLDialogElement) {
      this.open = true
      // Like a browser: focuses the first control, and cancels on Escape.
      this.querySelector<HTMLElement>('input, button, select, textarea')?.focus()
      this.addEventListener('keydown', (event) => {
        if (event.key === 'Escape') this.dispatchEvent(new Event('cancel', { cancelable: true }))
      })
    },
    close(this: HTMLDialogElement) {
      this.open = false
    },
  })
}
