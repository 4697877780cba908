import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { findSettingsProblem } from '../../electron/app/backup/settings-content.ts'

const PEM = readFileSync(new URL('../support/certificates/client.pem', import.meta.url), 'latin1')
const CERTIFICATE = /-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/u.exec(PEM)?.[0] ?? ''

describe('the certificate authority of a backup file', () => {
  it.each([
    ['one certificate', `\n${CERTIFICATE}\n`],
    ['several certificates', `${CERTIFICATE}\r\n\r\n${CERTIFICATE}`],
  ])('is valid with %s', (_, pem) => {
    expect(findSettingsProblem('authority', Buffer.from(pem))).toBeNull()
  })

  it('is refused in little time, however many certificates precede what is none', () => {
    const block = '-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----\n'
    expect(findSettingsProblem('authority', Buffer.from(`${block.repeat(26)}!`))).not.toBeNull()
  })
})
