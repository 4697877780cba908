/** What a browser has and jsdom has not, as far as the window's components need it. Nothing is laid out. */
export function fillDomGaps(): void {
  globalThis.ResizeObserver ??= class {
    observe(): void {}
    unobserve(): void {}
    disconnect(): void {}
  }
  HTMLCanvasElement.prototype.getContext = () => null
  HTMLElement.prototype.scrollIntoView ??= () => {}

  // The style sheet of jsdom hides what has the attribute and was not shown; it cannot show it.
  HTMLElement.prototype.showPopover ??= function (this: HTMLElement) {
    this.removeAttribute('popover')
  }
  HTMLElement.prototype.hidePopover ??= function (this: HTMLElement) {
    this.setAttribute('popover', 'manual')
  }

  HTMLDialogElement.prototype.showModal ??= function (this: HTMLDialogElement) {
    this.open = true
    // As a browser does: the first thing in it that can have the focus.
    this.querySelector<HTMLElement>('input, button, select, textarea')?.focus()
    this.addEventListener('keydown', (event) => {
      if (event.key === 'Escape') this.dispatchEvent(new Event('cancel', { cancelable: true }))
    })
  }
  HTMLDialogElement.prototype.close ??= function (this: HTMLDialogElement) {
    this.open = false
  }
}
