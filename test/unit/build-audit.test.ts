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
  it.each([
    ['info', false],
    ['low', false],
    ['moderate', true],
    ['high', true],
    ['critical', true],
  ])('reports a vulnerability of severity "%s" with its advisory (fails: %s)', (severity, fails) => {
    expect(parseAudit(report(severity))).toEqual({
      kind: 'answered',
      lines: [`${severity}: undici <7.0.1: Request smuggling (https://github.com/advisories/GHSA-test)`],
      fails,
    })
  })

  it('passes without vulnerabilities', () => {
    expect(parseAudit('{"auditReportVersion":2,"vulnerabilities":{}}')).toEqual({
      kind: 'answered',
      lines: [],
      fails: false,
    })
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
