import { app, session, type Session } from 'electron'
import { APP_SCHEME } from '../contract/channels.ts'

/** Schemes that the windows load from: their own, and what a page makes itself. */
const ALLOWED_SCHEMES: ReadonlySet<string> = new Set([`${APP_SCHEME}:`, 'blob:', 'data:', 'devtools:'])

/** Nothing listens on the discard port, so a request that the filter does not see ends here. */
const DEAD_PROXY = { proxyRules: 'http://127.0.0.1:9', proxyBypassRules: '<-loopback>' } as const

/** Every permission is refused: the window needs none (texts are copied by main). */
function refusePermissions(target: Session): void {
  target.setPermissionRequestHandler((_contents, _permission, answer) => {
    answer(false)
  })
  target.setPermissionCheckHandler(() => false)
  target.setDevicePermissionHandler(() => false)
}

/**
 * Cuts the session of own pages off from the network. Services and artwork have sessions of their
 * connections.
 */
export function isolate(target: Session): void {
  target.webRequest.onBeforeRequest(({ url }, respond) => {
    respond({ cancel: !ALLOWED_SCHEMES.has(new URL(url).protocol) })
  })
  void target.setProxy(DEAD_PROXY)
  target.on('will-download', (event) => {
    event.preventDefault()
  })
}

/**
 * Holds for every window and session from now on: no permissions, no navigation, no redirects, no new
 * windows, no webviews. The first load of a window's own page is not a navigation of its contents and passes.
 */
export function enforceSecurity(): void {
  refusePermissions(session.defaultSession)
  isolate(session.defaultSession)
  app.on('session-created', refusePermissions)
  app.on('web-contents-created', (_event, contents) => {
    contents.on('will-navigate', (event) => {
      event.preventDefault()
    })
    contents.on('will-frame-navigate', (event) => {
      event.preventDefault()
    })
    contents.on('will-redirect', (event) => {
      event.preventDefault()
    })
    contents.on('will-attach-webview', (event) => {
      event.preventDefault()
    })
    // WebRTC sends UDP packets past the filter of requests and past the content security policy.
    contents.setWebRTCIPHandlingPolicy('disable_non_proxied_udp')
    contents.setWindowOpenHandler(() => ({ action: 'deny' }))
  })
}
