import { describe, expect, it } from 'vitest'
import { AppError, toFault } from '../../electron/contract/app-error.ts'
import { faultMessage } from '../../electron/contract/fault-message.ts'
import { SAMPLE_BASE_URL } from '../../electron/sample/service.ts'
import { FAULT_CODES } from '../support/fault-codes.ts'

describe('AppError', () => {
  it.each(FAULT_CODES)('gives %s a full sentence when no parameter is known', (code) => {
    const sentence = faultMessage(code)
    expect(sentence).toMatch(/^[A-Z].*\.$/u)
    expect(sentence).not.toMatch(/undefined|null|NaN|!/u)
  })

  it('keeps code, sentence, detail and retryability across a process boundary', () => {
    const error = new AppError('serviceFailed', {
      params: { host: 'print.example', status: 503 },
      detail: 'GET 503',
    })
    const back = AppError.from(error.toFault())
    expect(back.toFault()).toEqual(error.toFault())
    expect(back.toFault()).toMatchObject({ code: 'serviceFailed', retryable: true, detail: 'GET 503' })
    expect(back.message).toContain('503')
  })

  it.each(FAULT_CODES)('omits downloaded copies from the sentence of %s for a new connection', (code) => {
    const params = { host: 'print.example', status: 503, reason: 'a reason' }
    const sentence = new AppError(code, { params }).ofNewConnection().message
    expect(sentence).toMatch(/\.$/u)
    if (/^(?:service|offline|unreachable|timeout|interrupted|captivePortal|badAnswer)/u.test(code)) {
      expect(sentence).toContain('print.example')
      expect(sentence).not.toMatch(/downloads|copy/u)
    }
  })

  it('does not name the host of the sample data, which does not exist', () => {
    const params = { host: new URL(SAMPLE_BASE_URL).host }
    expect(new AppError('serviceNotFound', { params }).message).toMatch(/^The service has nothing/u)
  })

  it('omits downloaded copies on request, except from the sentence of another process', () => {
    const error = new AppError('serviceNotFound', { params: { host: 'print.example' } })
    expect(error.withoutDownloads().message).toBe(
      'print.example has nothing at this address (404). Check the base address and the campaign ID.',
    )
    const received = AppError.from(error.toFault())
    expect(received.withoutDownloads()).toBe(received)
  })

  it('keeps code, detail and cause when it is rephrased for a new connection', () => {
    const error = new AppError('serviceFailed', {
      params: { status: 503 },
      detail: 'GET 503',
      cause: 'a cause',
    })
    const again = error.ofNewConnection()
    expect(again.toFault()).toEqual({ ...error.toFault(), message: again.message })
    expect(again.message).toContain('(503)')
    expect(again.cause).toBe('a cause')
  })

  it('replaces an unknown error by "internal" with the id of the log entry', () => {
    const fault = toFault(new TypeError('secret: k-123'), 'a1b2')
    expect(fault.code).toBe('internal')
    expect(fault.message).toContain('a1b2')
    expect(JSON.stringify(fault)).not.toContain('k-123')
  })
})
