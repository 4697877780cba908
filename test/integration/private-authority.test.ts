import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { describe, expect, it } from 'vitest'
import { AppError } from '../../electron/contract/app-error.ts'
import { networkFault } from '../../electron/service/network-faults.ts'
import { proxyFromEnvironment } from '../../electron/service/proxies.ts'
import { createSecureFetch } from '../../electron/service/secure-fetch.ts'
import { tlsSettings } from '../../electron/service/tls-settings.ts'
import { value } from '../support/certificates/der.ts'
import {
  CLIENT_PURPOSE,
  issueCertificate,
  SERVER_PURPOSE,
  serverFiles,
  type CertificateOptions,
  type IssuedCertificate,
} from '../support/certificates/make.ts'
import { startProxy } from '../support/proxy.ts'

const HOST = 'desk.print.example'
const root = issueCertificate({ name: 'Root', isAuthority: true, keyUsage: 0x06 })
const middle = issueCertificate({ name: 'Middle', isAuthority: true, issuer: root })
const server = (options: Partial<CertificateOptions> = {}): IssuedCertificate =>
  issueCertificate({ name: 'server', hosts: [HOST, '10.1.2.3'], issuer: middle, ...options })

/** The server may offer what the client must reject. */
const WEAK_TOO = 'DEFAULT:@SECLEVEL=0'

type Chain = readonly [IssuedCertificate, ...IssuedCertificate[]]
interface Setting {
  readonly authorities?: readonly IssuedCertificate[]
  /** Name or IP address of the service. */
  readonly host?: string
  /** Name that the authority was chosen for; by default that of the service. */
  readonly ownHost?: string
}

/** Requests something of a service with these certificates; returns `reached`, or the error message. */
async function request(
  chain: Chain,
  { authorities = [root], host = HOST, ownHost = host }: Setting = {},
): Promise<string> {
  let requests = 0
  const service = createServer({ ...serverFiles(...chain), ciphers: WEAK_TOO }, (_request, response) => {
    requests += 1
    response.end('reached')
  })
  await new Promise<void>((resolve) => service.listen(0, '127.0.0.1', resolve))
  await using proxy = await startProxy({ portOfAll: (service.address() as AddressInfo).port })
  const pem = authorities.map((authority) => authority.pem).join('')
  const network = createSecureFetch({
    ...tlsSettings(`https://${ownHost}`, pem === '' ? null : pem, null),
    proxyFor: (address) => proxyFromEnvironment({ HTTPS_PROXY: proxy.url }, address),
  })
  try {
    const response = await network.fetch(new Request(`https://${host}/campaign-items`))
    return await response.text()
  } catch (error) {
    expect(requests).toBe(0)
    const fault = networkFault(error, { host, label: 'GET /campaign-items' })
    if (!(fault instanceof AppError)) throw error
    expect(fault.code).toBe('tls')
    return fault.message
  } finally {
    await network.close()
    service.closeAllConnections()
    await new Promise((resolve) => service.close(resolve))
  }
}

const limited = (options: Partial<CertificateOptions>, hosts = [HOST], host = hosts[0]) => {
  const authority = issueCertificate({ name: 'Limited', isAuthority: true, ...options })
  return request([server({ issuer: authority, hosts })], { authorities: [authority], ...(host && { host }) })
}

describe('a trusted certificate', () => {
  it.each<[string, () => Promise<string>]>([
    ['with an intermediate certificate', () => request([server(), middle])],
    ['directly by the authority', () => request([server({ issuer: root })])],
    ['by a chosen intermediate authority', () => request([server()], { authorities: [middle] })],
    [
      'by itself, if it was chosen',
      () => {
        const own = issueCertificate({ name: 'own', hosts: [HOST], isAuthority: true })
        return request([own], { authorities: [own] })
      },
    ],
    ['for an IP address', () => request([server(), middle], { host: '10.1.2.3' })],
    ['for a name with a wildcard', () => request([server({ hosts: ['*.print.example'] }), middle])],
    [
      'for a server’s purpose',
      () => request([server({ purposes: [SERVER_PURPOSE], keyUsage: 0xa0 }), middle]),
    ],
    [
      'with RSA',
      () => {
        const rsa = issueCertificate({ name: 'RSA', isAuthority: true, key: 'rsa' })
        return request([server({ issuer: rsa, key: 'rsa' })], { authorities: [rsa] })
      },
    ],
    [
      'within the name constraints of the authority',
      () => limited({ permittedNames: ['print.example'], excludedNames: ['other.print.example'] }),
    ],
    [
      'with a wildcard within the name constraints of the authority',
      () => limited({ permittedNames: ['print.example'] }, ['*.print.example'], HOST),
    ],
  ])('is accepted %s', async (_, ask) => {
    expect(await ask()).toBe('reached')
  })
})

const UNKNOWN = /its issuer isn’t trusted/u
const INVALID = /: it isn’t valid\./u

describe('an untrusted certificate', () => {
  it.each<[string, RegExp, () => Promise<string>]>([
    [
      'of another authority',
      UNKNOWN,
      () =>
        request([server(), middle], {
          authorities: [issueCertificate({ name: 'Other', isAuthority: true })],
        }),
    ],
    [
      'of another authority of the same name',
      /isn’t trusted/u,
      () =>
        request([server(), middle], { authorities: [issueCertificate({ name: 'Root', isAuthority: true })] }),
    ],
    ['without the intermediate certificate', UNKNOWN, () => request([server()])],
    ['without a chosen authority', UNKNOWN, () => request([server(), middle, root], { authorities: [] })],
    [
      'of a host that the authority was not chosen for',
      UNKNOWN,
      () => request([server(), middle], { ownHost: 'other.example' }),
    ],
    ['for another name', /another address/u, () => request([server(), middle], { host: 'other.example' })],
    ['for another IP address', /another address/u, () => request([server(), middle], { host: '10.1.2.4' })],
    [
      'for a name that is only its subject',
      /another address/u,
      () => request([server({ name: HOST, hosts: [] }), middle]),
    ],
    [
      'for a name with a partial wildcard',
      /another address/u,
      () => request([server({ hosts: ['d*.print.example'] }), middle]),
    ],
    ['that has expired', /has expired/u, () => request([server({ days: [-20, -1] }), middle])],
    ['that is not valid yet', /isn’t valid yet/u, () => request([server({ days: [1, 20] }), middle])],
    ['for clients only', INVALID, () => request([server({ purposes: [CLIENT_PURPOSE] }), middle])],
    [
      'under an authority for clients only',
      INVALID,
      () => {
        const clients = issueCertificate({
          name: 'Clients',
          isAuthority: true,
          issuer: root,
          purposes: [CLIENT_PURPOSE],
        })
        return request([server({ issuer: clients }), clients])
      },
    ],
    [
      'signed by a certificate that is no authority',
      /isn’t trusted/u,
      () => {
        const customer = server({ name: 'customer' })
        return request([server({ issuer: customer }), customer, middle])
      },
    ],
    [
      'below more authorities than allowed',
      INVALID,
      () => {
        const short = issueCertificate({ name: 'Short', isAuthority: true, pathLength: 0 })
        const between = issueCertificate({ name: 'Between', isAuthority: true, issuer: short })
        return request([server({ issuer: between }), between], { authorities: [short] })
      },
    ],
    ['outside the name constraints', INVALID, () => limited({ permittedNames: ['elsewhere.example'] })],
    [
      'with a second name outside the name constraints',
      INVALID,
      () => limited({ permittedNames: ['print.example'] }, [HOST, 'bank.example']),
    ],
    ['with an excluded name', INVALID, () => limited({ excludedNames: ['print.example'] })],
    [
      'with a wildcard that includes an excluded name',
      INVALID,
      () => limited({ excludedNames: [HOST] }, ['*.print.example'], HOST),
    ],
    [
      'outside the permitted networks',
      INVALID,
      () => limited({ permittedNames: ['10.2.0.0/255.255.0.0'] }, ['10.1.2.3']),
    ],
    [
      'with an unknown critical extension',
      INVALID,
      () =>
        request([
          server({ extensions: [{ id: '1.3.6.1.4.1.99999.1', critical: true, content: value(0x05) }] }),
          middle,
        ]),
    ],
    ['with a short key', INVALID, () => request([server({ key: 'rsa1024' }), middle])],
    ['with SHA-1', INVALID, () => request([server({ digest: 'sha1' }), middle])],
  ])('is rejected without a request: %s', async (_, words, ask) => {
    expect(await ask()).toMatch(words)
  })
})
