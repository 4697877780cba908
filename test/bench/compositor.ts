import type { CDPSession, Page } from 'playwright'

/** A frame of the compositor in its trace. */
interface FrameEvent {
  readonly name: string
  readonly ph: string
  /** Microseconds. */
  readonly ts: number
  readonly pid: number
  readonly id2?: { readonly local?: string }
  readonly args: { readonly chrome_frame_reporter?: { readonly state: string }; readonly sync_id?: string }
}

/** The frames of a measurement. */
export interface Frames {
  /**
   * Milliseconds between presented frames. The first is measured from its own beginning, because nothing was
   * to be drawn before it.
   */
  readonly gaps: readonly number[]
  /** Frames that were started and never presented. */
  readonly dropped: number
}

const CATEGORY = 'disabled-by-default-devtools.timeline.frame'

/** Runs `work` and returns the frames that the compositor of the page presented meanwhile. */
export async function framesOf(page: Page, cdp: CDPSession, work: () => Promise<void>): Promise<Frames> {
  const events: FrameEvent[] = []
  const collect = ({ value }: { readonly value: readonly unknown[] }): void => {
    events.push(...(value as readonly FrameEvent[]))
  }
  cdp.on('Tracing.dataCollected', collect)
  await cdp.send('Tracing.start', {
    transferMode: 'ReportEvents',
    traceConfig: { includedCategories: [CATEGORY], excludedCategories: ['*'] },
  })
  await page.evaluate(() => new Promise(requestAnimationFrame))
  await cdp.send('Tracing.recordClockSyncMarker', { syncId: 'start' })
  await work()
  await cdp.send('Tracing.recordClockSyncMarker', { syncId: 'end' })
  const complete = new Promise<void>((resolve) => {
    cdp.once('Tracing.tracingComplete', () => {
      resolve()
    })
  })
  await cdp.send('Tracing.end')
  await complete
  cdp.off('Tracing.dataCollected', collect)
  return readFrames(events)
}

function readFrames(events: readonly FrameEvent[]): Frames {
  const reports = events.filter(({ name }) => name === 'PipelineReporter')
  const nameOf = ({ pid, id2 }: FrameEvent): string => `${String(pid)} ${id2?.local ?? ''}`
  const ends = new Map(reports.filter(({ ph }) => ph === 'e').map((event) => [nameOf(event), event.ts]))
  const timeOf = (marker: string): number => {
    const sync = events.find(({ name, args }) => name === 'clock_sync' && args.sync_id === marker)
    if (sync === undefined) throw new Error(`The trace has no marker “${marker}”`)
    return sync.ts
  }
  const [start, stop] = [timeOf('start'), timeOf('end')]
  // The compositor and the page may each report a part of a frame; they are presented together.
  const presented = new Set<number>()
  let firstBegin = Infinity
  let dropped = 0
  for (const event of reports) {
    const report = event.args.chrome_frame_reporter
    const end = ends.get(nameOf(event))
    if (event.ph !== 'b' || report === undefined || end === undefined) continue
    if (event.ts < start || event.ts > stop) continue
    if (report.state === 'STATE_DROPPED') dropped += 1
    if (!report.state.startsWith('STATE_PRESENTED')) continue
    presented.add(end)
    firstBegin = Math.min(firstBegin, event.ts)
  }
  const times = [...presented].toSorted((a, b) => a - b)
  return { gaps: times.map((time, at) => (time - (times[at - 1] ?? firstBegin)) / 1000), dropped }
}
