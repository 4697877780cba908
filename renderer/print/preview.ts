import type { PreviewMessage, PreviewRequest } from '../../electron/contract/report.ts'

/** Around each sheet, in CSS pixels. */
const GAP = 12

/**
 * Shows the sheets of the page on the screen, as wide as the frame or whole, and reports which one is shown.
 */
export function startPreview(): void {
  const root = document.documentElement
  root.classList.add('preview')
  const sheets = (): readonly HTMLElement[] => [...document.querySelectorAll<HTMLElement>('.sheet')]
  let isWhole = false
  let last = ''

  const fit = (): void => {
    const [sheet] = sheets()
    if (sheet === undefined) return
    const style = getComputedStyle(sheet)
    const byWidth = (root.clientWidth - 2 * GAP) / Number.parseFloat(style.width)
    const byHeight = (root.clientHeight - 2 * GAP) / Number.parseFloat(style.height)
    root.style.setProperty('--zoom', String(Math.max(0.1, isWhole ? Math.min(byWidth, byHeight) : byWidth)))
  }

  const report = (): void => {
    const all = sheets()
    // The last one that begins in the upper half.
    const index = all.findLastIndex((sheet) => sheet.getBoundingClientRect().top <= root.clientHeight / 2)
    const message: PreviewMessage = { pages: all.length, page: Math.max(0, index) + 1 }
    const text = JSON.stringify(message)
    if (text === last) return
    last = text
    // It contains no data, and only the window may show this page.
    window.parent.postMessage(message, '*')
  }

  window.addEventListener('resize', () => {
    fit()
    report()
  })
  document.addEventListener('scroll', report, { passive: true })
  window.addEventListener('message', ({ source, data }: MessageEvent<PreviewRequest>) => {
    if (source !== window.parent) return
    const isResized = isWhole !== data.isWhole
    isWhole = data.isWhole
    if (isResized) fit()
    sheets()[data.page - 1]?.scrollIntoView({ block: 'start' })
    report()
  })
  fit()
  report()
}
