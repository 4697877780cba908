import type { ProxySignIn } from '../../electron/service/proxy-sign-in.ts'

/** No login for any proxy. */
export const NO_SIGN_IN: ProxySignIn = {
  current: () => null,
  load: () => Promise.resolve(null),
  recordRefusal: () => undefined,
}
