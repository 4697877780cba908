import { describe, expect, it } from 'vitest'
import { localRangeOf, type LocalRange } from '../../electron/service/local-addresses.ts'

describe('an IP address', () => {
  it.each<[string, LocalRange]>([
    ['127.0.0.1', 'loopback'],
    ['127.255.0.3', 'loopback'],
    ['0.0.0.0', 'loopback'],
    ['::1', 'loopback'],
    ['::', 'loopback'],
    ['::ffff:127.0.0.1', 'loopback'],
    ['::ffff:7f00:1', 'loopback'],
    ['::127.0.0.1', 'loopback'],
    ['64:ff9b::127.0.0.1', 'loopback'],
    ['2002:7f00:1::', 'loopback'],
    ['169.254.169.254', 'linkLocal'],
    ['fe80::1', 'linkLocal'],
    ['fe80::1%eth0', 'linkLocal'],
    ['::ffff:169.254.169.254', 'linkLocal'],
    ['64:ff9b::a9fe:a9fe', 'linkLocal'],
    ['10.0.0.1', 'private'],
    ['172.16.0.1', 'private'],
    ['172.31.255.255', 'private'],
    ['192.168.1.1', 'private'],
    ['100.64.0.1', 'private'],
    ['198.18.0.1', 'private'],
    ['224.0.0.1', 'private'],
    ['255.255.255.255', 'private'],
    ['fd00::1', 'private'],
    ['fec0::1', 'private'],
    ['ff02::1', 'private'],
    ['::ffff:10.0.0.1', 'private'],
    ['2002:c0a8:101::1', 'private'],
  ])('%s is %s', (address, range) => {
    expect(localRangeOf(address)).toBe(range)
  })

  it.each(['8.8.8.8', '172.32.0.1', '100.128.0.1', '2606:4700::1111', '64:ff9b::8.8.8.8', '2002:808:808::'])(
    '%s is on the internet',
    (address) => {
      expect(localRangeOf(address)).toBeNull()
    },
  )
})
