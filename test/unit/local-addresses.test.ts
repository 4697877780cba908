import { describe, expect, it } from 'vitest'
import { localRangeOf } from '../../electron/service/local-addresses.ts'
import { LOCAL_ADDRESSES } from '../fixtures/hostile/texts.ts'

describe('localRangeOf', () => {
  it.each(
    Object.entries(LOCAL_ADDRESSES).flatMap(([range, addresses]) =>
      addresses.map((address) => [address, range] as const),
    ),
  )('puts %s into the range %s', (address, range) => expect(localRangeOf(address)).toBe(range))

  it.each(['8.8.8.8', '172.32.0.1', '100.128.0.1', '2606:4700::1111', '64:ff9b::8.8.8.8', '2002:808:808::'])(
    'returns null for the public address %s',
    (address) => expect(localRangeOf(address)).toBeNull(),
  )
})
