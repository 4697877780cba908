import { describe, expect, it } from 'vitest'
import { parseAudit } from '../../build/audit.ts'

const report = (severity: string): string =>
  JSON.stringify({
    auditReportVersion: 2,
    vulnerabilities: {
      undici: {
        name: 'undici',
        severity,
        via: [
          { title: 'Request smuggling', url: 'https://github.com/advisories/GHSA-test', severity },
          'other-package',
        ],
        range: '<7.0.1',
      },
    },
    metadata: {},
  })

describe('parseAudit', () => {
  it.each(['moderate', 'high', 'critical'])('reports a %s vulnerability with its advisory', (severity) => {
    expect(parseAudit(report(severity))).toEqual({
      kind: 'vulnerable',
      lines: [`${severity}: undici <7.0.1: Request smuggling (https://github.com/advisories/GHSA-test)`],
    })
  })

  it.each(['low', 'info'])('ignores a %s vulnerability', (severity) => {
    expect(parseAudit(report(severity))).toEqual({ kind: 'sound' })
  })

  it('passes without vulnerabilities', () => {
    expect(parseAudit('{"auditReportVersion":2,"vulnerabilities":{}}')).toEqual({ kind: 'sound' })
  })

  it('reports an unanswered request without the registry’s address', () => {
    const refused =
      'npm error audit endpoint returned an error\n{"message":"405 - POST https://name:secret@registry.example/-/npm/v1"}\n'
    expect(parseAudit(refused)).toEqual({ kind: 'unanswered', reason: '405 - POST the registry' })
    expect(parseAudit('{"error":{"code":"ENOTFOUND","summary":"no network"}}')).toEqual({
      kind: 'unanswered',
      reason: 'no network',
    })
    for (const output of ['', 'npm: command not found', '[]', '{"vulnerabilities":'])
      expect(parseAudit(output)).toEqual({ kind: 'unanswered', reason: 'its answer cannot be read' })
  })
})
