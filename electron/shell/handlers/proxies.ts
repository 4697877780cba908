import { AppError } from '../../contract/app-error.ts'
import { clipText } from '../../contract/clip-text.ts'
import { networkFault } from '../../service/network-faults.ts'
import { ProxyError } from '../../service/proxy-error.ts'
import type { ShellServices } from '../services.ts'
import type { Handlers } from '../dispatcher.ts'

/** The request that checks a login, for the log. */
const CHECK_REQUEST = 'HEAD /'

type ProxyCalls = Extract<keyof Handlers, `proxies.${string}`>

/** Length of a realm in the window; a proxy may send anything. */
const MAX_REALM_LENGTH = 200

/** Sign-in to proxies. */
export function proxyHandlers(services: ShellServices): Pick<Handlers, ProxyCalls> {
  const { logger, networks, proxyLogins, serviceWatch } = services
  return {
    'proxies.challenge': ({ proxy: address }) => {
      const challenged = proxyLogins.challenged(address)
      if (challenged === null) return null
      const { realm, isEncrypted, url } = challenged.challenge
      return {
        realm: realm === null ? null : clipText(realm, MAX_REALM_LENGTH),
        isEncrypted,
        username: challenged.username,
        host: new URL(url).host,
      }
    },
    'proxies.signIn': async ({ proxy: address, username, password, remembers }) => {
      logger.conceal(password)
      logger.conceal(`${username}:${password}`)
      const challenged = proxyLogins.challenged(address)
      if (challenged === null) throw new AppError('notFound')
      const { proxy, challenge } = challenged
      const login = { username, password }
      try {
        await networks.checkLogin(challenged, login)
      } catch (error) {
        if (!(error instanceof ProxyError)) throw error
        throw networkFault(error, { host: new URL(challenge.url).host, label: CHECK_REQUEST })
      }
      const status = await proxyLogins.accept(proxy, login, remembers)
      serviceWatch.checkNow()
      return status
    },
    'proxies.signedIn': () => proxyLogins.signedIn,
    'proxies.signOut': async ({ proxy }) => {
      await proxyLogins.signOut(proxy)
      await networks.forgetLogins()
      return proxyLogins.signedIn
    },
  }
}
