import { recordOf } from '../../../electron/contract/columns.ts'
import { LABEL_COLORS } from '../../../electron/contract/connection.ts'
import { DRAWING_COLORS, type DrawingFrame } from '../../../electron/contract/timeline.ts'

type DrawingColors = DrawingFrame['colors']

const TOKENS = {
  canvas: '--canvas',
  surface: '--surface',
  sunken: '--surface-sunken',
  line: '--line',
  text: '--text',
  soft: '--text-soft',
  faint: '--text-faint',
  bad: '--bad',
  badSoft: '--bad-soft',
  attention: '--attention',
  attentionSoft: '--attention-soft',
} as const satisfies Readonly<Record<(typeof DRAWING_COLORS)[number], string>>

/** Backgrounds, which have the system's color of the canvas where colors are forced. */
const BACKGROUNDS: ReadonlySet<string> = new Set(['canvas', 'surface', 'sunken', 'badSoft', 'attentionSoft'])

function readColors(prepare: (probe: HTMLElement) => void): DrawingColors {
  const probe = document.createElement('span')
  prepare(probe)
  document.body.append(probe)
  const read = (token: string): string => {
    probe.style.color = `var(${token})`
    return getComputedStyle(probe).color
  }
  const colors = {
    ...recordOf(DRAWING_COLORS, (name) => read(TOKENS[name])),
    labels: recordOf(LABEL_COLORS, (color) => ({
      soft: read(`--label-${color}-soft`),
      dot: read(`--label-${color}-dot`),
    })),
  }
  probe.remove()
  return colors
}

/** Returns the colors of the light theme, whichever is shown. */
export function lightColors(): DrawingColors {
  return readColors((probe) => {
    probe.style.colorScheme = 'only light'
  })
}

/** Returns the colors of the theme that is shown, or those of the system if it forces its own. */
export function shownColors(isForced: boolean): DrawingColors {
  if (!isForced) return readColors(() => undefined)
  return {
    ...recordOf(DRAWING_COLORS, (name) =>
      BACKGROUNDS.has(name) ? 'Canvas' : name === 'line' ? 'GrayText' : 'CanvasText',
    ),
    labels: recordOf(LABEL_COLORS, () => ({ soft: 'Canvas', dot: 'CanvasText' })),
  }
}
