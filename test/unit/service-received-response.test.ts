import { describe, expect, it } from 'vitest'
import { networkFault } from '../../electron/service/network-faults.ts'
import { receivedResponse } from '../../electron/service/received-response.ts'

const body = (): ReadableStream<Uint8Array> => new Response('text').body ?? new ReadableStream()

describe('a received response', () => {
  it('keeps its status, headers and body', async () => {
    const response = receivedResponse(200, [['Content-Type', 'image/png']], body())
    expect(response.status).toBe(200)
    expect(response.headers.get('content-type')).toBe('image/png')
    expect(await response.text()).toBe('text')
  })

  it.each([0, 199, 600, 999])('with status %d is no HTTP', (status) => {
    let error: unknown = null
    try {
      receivedResponse(status, [], body())
    } catch (thrown) {
      error = thrown
    }
    const fault = networkFault(error, { host: 'service.example', label: 'GET picture' })
    expect(fault).toMatchObject({ code: 'badAnswer' })
  })

  it.each([204, 205, 304])('with status %d has no body', (status) =>
    expect(receivedResponse(status, [], body()).body).toBeNull(),
  )

  it('is read without headers that are not allowed', () => {
    const response = receivedResponse(
      200,
      [
        ['content-disposition', 'filename="日本.png"'],
        ['in valid', 'name'],
        ['retry-after', '3'],
      ],
      null,
    )
    expect([...response.headers.keys()]).toEqual(['retry-after'])
  })
})
