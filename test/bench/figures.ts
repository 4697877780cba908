import { appendFileSync, readFileSync } from 'node:fs'

/** Names the file to which benchmarks append their figures, as a line of JSON each. */
export const FIGURES_FILE_VARIABLE = 'CAMPAIGN_DESK_BENCH_FIGURES'

export type Unit = 'ms' | 'MB' | 'rows/s'

/** A measured value with a goal; `docs/performance.md` describes each. */
export interface Figure {
  readonly name: string
  readonly items: number
  readonly value: number
  readonly unit: Unit
  /** A rival or a limit, measured in the same run in the same unit. */
  readonly limit?: { readonly name: string; readonly value: number }
  /** The worst value, or the highest ratio to the limit, that is good enough. */
  readonly goal?: { readonly value: number } | { readonly ratio: number }
}

/** What the benchmarks of a run reported. */
export interface ReportedRun {
  readonly figures: readonly Figure[]
  /** Whether the processor draws the windows, instead of a graphics card. Null without a window. */
  readonly isSoftwareDrawing: boolean | null
}

type Line = Figure | Pick<ReportedRun, 'isSoftwareDrawing'>

function append(line: Line): void {
  const file = process.env[FIGURES_FILE_VARIABLE]
  if (file !== undefined) appendFileSync(file, `${JSON.stringify(line)}\n`)
}

/** Reports a figure to `run.ts`. Does nothing if the benchmark runs alone. */
export function recordFigure(figure: Figure): void {
  append(figure)
}

/** Reports to `run.ts` whether the processor draws the windows. */
export function recordDrawing(isSoftwareDrawing: boolean): void {
  append({ isSoftwareDrawing })
}

/** Reads what the benchmarks of a run reported. */
export function readReportedRun(file: string): ReportedRun {
  const lines = readFileSync(file, 'utf8')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as Line)
  const figures = lines.filter((line) => 'name' in line)
  const drawing = lines.find((line) => 'isSoftwareDrawing' in line)
  return { figures, isSoftwareDrawing: drawing?.isSoftwareDrawing ?? null }
}
