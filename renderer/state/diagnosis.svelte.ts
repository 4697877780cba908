import type { ConnectionInput } from '../../electron/contract/connection.ts'
import { DOCTOR_CHECKS, type DoctorCheckName, type DoctorResult } from '../../electron/contract/doctor.ts'
import type { Fault } from '../../electron/contract/faults.ts'
import { api, faultOf } from '../api.ts'

/** What the connection doctor checks: a saved connection, or an address and key that are not saved yet. */
export type DiagnosisTarget = { readonly connectionId: string } | Pick<ConnectionInput, 'baseUrl' | 'key'>

let runCount = 0

/** A run of the connection doctor, with its results so far. */
export class Diagnosis {
  #runId: string | null = null
  #stopListening: () => void = () => undefined

  results = $state.raw<ReadonlyMap<DoctorCheckName, DoctorResult>>(new Map())
  running = $state(false)
  /** Whether the run was stopped before its end. */
  stopped = $state(false)
  fault = $state.raw<Fault | null>(null)
  /** The whole report as text to share; null before the end. */
  report = $state.raw<string | null>(null)

  /** The check that is running; null when none is. */
  readonly current = $derived(
    this.running ? (DOCTOR_CHECKS.find((check) => !this.results.has(check)) ?? null) : null,
  )

  /** Runs all checks from the start. A failure is shown, never thrown. */
  async run(of: DiagnosisTarget): Promise<void> {
    await this.stop()
    runCount += 1
    const runId = `doctor-${Date.now().toString(36)}-${String(runCount)}`
    this.#runId = runId
    this.results = new Map()
    this.stopped = false
    this.fault = null
    this.report = null
    this.running = true
    this.#stopListening = api.on('doctor.result', (event) => {
      if (event.runId === runId && runId === this.#runId) this.#addResults([event.result])
    })
    try {
      const report = await api.call('connections.diagnose', { runId, of })
      if (runId !== this.#runId) return
      this.#addResults(report.results)
      this.report = report.reportText
    } catch (error) {
      if (runId !== this.#runId) return
      const fault = faultOf(error)
      if (fault.code === 'cancelled') this.stopped = true
      else this.fault = fault
    }
    this.#end()
  }

  /** Stops the run; its results so far stay. */
  async stop(): Promise<void> {
    const runId = this.#runId
    if (runId === null) return
    this.stopped = true
    this.#end()
    // The run may just have ended.
    await api.call('connections.stopDiagnosis', { runId }).catch(() => null)
  }

  #addResults(results: readonly DoctorResult[]): void {
    this.results = new Map([...this.results, ...results.map((result) => [result.check, result] as const)])
  }

  #end(): void {
    this.#runId = null
    this.running = false
    this.#stopListening()
    this.#stopListening = () => undefined
  }
}
