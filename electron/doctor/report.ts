import type { DoctorFinding } from '../contract/doctor.ts'
import { DOCTOR, DOCTOR_CHECK_LABELS, DOCTOR_VERDICT_LABELS } from '../contract/strings/doctor.ts'

/** A finding in lines of text, for a report or a terminal. */
export function findingLines({ check, verdict, message, facts, tookMs }: DoctorFinding): readonly string[] {
  const took = tookMs === 0 ? '' : ` (${DOCTOR.report.took(tookMs)})`
  return [
    `${DOCTOR_CHECK_LABELS[check]}: ${DOCTOR_VERDICT_LABELS[verdict]}${took}`,
    `  ${message}`,
    ...facts.map((fact) => `    ${fact}`),
  ]
}

/** What stands above the findings. */
export function reportHead(about: string, now: number): readonly string[] {
  return [DOCTOR.report.title, about, DOCTOR.report.made(new Date(now).toISOString()), '']
}

/** All findings as text to hand on. */
export function reportOf(findings: readonly DoctorFinding[], about: string, now: number): string {
  return [...reportHead(about, now), ...findings.flatMap(findingLines), ''].join('\n')
}
