import type { ConnectionInput } from '../../electron/contract/connection.ts'
import { DOCTOR_CHECKS, type DoctorCheckName, type DoctorFinding } from '../../electron/contract/doctor.ts'
import type { Fault } from '../../electron/contract/faults.ts'
import { api, faultOf } from '../api.ts'

/** The diagnosed connection: a stored one, or an address and key that are being tried. */
export type DiagnosisOf = { readonly connectionId: string } | Pick<ConnectionInput, 'baseUrl' | 'key'>

let runs = 0

/** A run of the connection doctor, with its findings so far. */
export class Diagnosis {
  #runId: string | null = null
  #stopListening: () => void = () => undefined

  findings = $state.raw<ReadonlyMap<DoctorCheckName, DoctorFinding>>(new Map())
  running = $state(false)
  /** Whether it was stopped before the end. */
  stopped = $state(false)
  fault = $state.raw<Fault | null>(null)
  /** The report as text; null before the end. */
  report = $state.raw<string | null>(null)

  /** The running check, or null. */
  readonly current = $derived(
    this.running ? (DOCTOR_CHECKS.find((check) => !this.findings.has(check)) ?? null) : null,
  )

  /** Runs all checks. A failure is shown, not thrown. */
  async run(of: DiagnosisOf): Promise<void> {
    await this.stop()
    runs += 1
    const runId = `doctor-${Date.now().toString(36)}-${String(runs)}`
    this.#runId = runId
    this.findings = new Map()
    this.stopped = false
    this.fault = null
    this.report = null
    this.running = true
    this.#stopListening = api.on('doctor.finding', (event) => {
      if (event.runId === runId && runId === this.#runId) this.#note([event.finding])
    })
    try {
      const report = await api.call('connections.diagnose', { runId, of })
      if (runId !== this.#runId) return
      this.#note(report.findings)
      this.report = report.text
    } catch (error) {
      if (runId !== this.#runId) return
      const fault = faultOf(error)
      if (fault.code === 'cancelled') this.stopped = true
      else this.fault = fault
    }
    this.#end()
  }

  /** Stops the run. Its findings stay. */
  async stop(): Promise<void> {
    const runId = this.#runId
    if (runId === null) return
    this.stopped = true
    this.#end()
    // The run may just have ended.
    await api.call('connections.stopDiagnosis', { runId }).catch(() => null)
  }

  #note(findings: readonly DoctorFinding[]): void {
    this.findings = new Map([...this.findings, ...findings.map((one) => [one.check, one] as const)])
  }

  #end(): void {
    this.#runId = null
    this.running = false
    this.#stopListening()
    this.#stopListening = () => undefined
  }
}
