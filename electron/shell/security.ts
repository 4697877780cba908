import { app, session, type Session, type WebContents, type WebPreferences } from 'electron'
import { APP_SCHEME, PRINT_ORIGIN } from '../contract/bridge.ts'
import { isGuidePage } from './addresses.ts'
import type { AppWindows } from './app-windows.ts'
import type { PermissionRequest } from './camera-permission.ts'

/** Schemes that windows load: their own, and data that a page creates. */
const ALLOWED_SCHEMES: ReadonlySet<string> = new Set([`${APP_SCHEME}:`, 'blob:', 'data:', 'devtools:'])

/** Nothing listens on the discard port, so a request that bypasses the filter ends here. */
const DEAD_PROXY = { proxyRules: 'http://127.0.0.1:9', proxyBypassRules: '<-loopback>' } as const

/** Preferences of a page that is never visible, without a preload. */
export const HIDDEN_PAGE_PREFERENCES: WebPreferences = {
  sandbox: true,
  contextIsolation: true,
  nodeIntegration: false,
  webSecurity: true,
  webviewTag: false,
  spellcheck: false,
  enableWebSQL: false,
  // The page must be drawn although it is not visible.
  backgroundThrottling: false,
}

/** Refuses every permission; main copies texts. */
function refusePermissions(target: Session): void {
  target.setPermissionRequestHandler((_contents, _permission, answer) => answer(false))
  target.setPermissionCheckHandler(() => false)
  target.setDevicePermissionHandler(() => false)
}

/** Refuses every permission but that for the camera, which the page of a window has at times. */
function decidePermissions(target: Session, windows: AppWindows): void {
  const allows = (contents: WebContents | null, request: PermissionRequest): boolean =>
    contents !== null && windows.ofPage(contents)?.camera.allows(request) === true
  target.setPermissionRequestHandler((contents, permission, answer, details) =>
    answer(
      allows(contents, {
        isMainFrame: details.isMainFrame,
        origin: details.requestingUrl,
        permission,
        media: ('mediaTypes' in details ? details.mediaTypes : undefined) ?? [],
      }),
    ),
  )
  target.setPermissionCheckHandler((contents, permission, origin, { isMainFrame, mediaType }) =>
    allows(contents, { isMainFrame, origin, permission, media: mediaType === undefined ? [] : [mediaType] }),
  )
}

/**
 * Isolates the session of own pages from the network. Services and artwork use the sessions of their
 * connections.
 */
export function isolate(target: Session): void {
  target.webRequest.onBeforeRequest(({ url }, respond) =>
    respond({ cancel: !ALLOWED_SCHEMES.has(new URL(url).protocol) }),
  )
  void target.setProxy(DEAD_PROXY)
  target.on('will-download', (event) => event.preventDefault())
}

/**
 * Applies to every window and session from now on: no permissions but that for the camera, no navigation,
 * redirects, new windows or webviews, and no client certificates of the system. Only pages of the guide lead
 * to each other. The first load of a window's page is not a navigation of its contents and passes.
 */
export function enforceSecurity(windows: AppWindows): void {
  refusePermissions(session.defaultSession)
  decidePermissions(session.defaultSession, windows)
  isolate(session.defaultSession)
  app.on('session-created', refusePermissions)
  // Electron 44 and later would send the first matching certificate of the system to any server that asks.
  app.on('select-client-certificate', (event, _contents, _url, _certificates, select) => {
    event.preventDefault()
    select()
  })
  app.on('web-contents-created', (_event, contents) => {
    const staysInGuide = (address: string): boolean => isGuidePage(contents.getURL()) && isGuidePage(address)
    contents.on('will-navigate', (event) => {
      if (!staysInGuide(event.url)) event.preventDefault()
    })
    contents.on('will-frame-navigate', (event) => {
      // The preview of a printed page is the only frame.
      const isAllowed = event.isMainFrame ? staysInGuide(event.url) : event.url.startsWith(`${PRINT_ORIGIN}/`)
      if (!isAllowed) event.preventDefault()
    })
    contents.on('will-redirect', (event) => event.preventDefault())
    contents.on('will-attach-webview', (event) => event.preventDefault())
    // WebRTC would send UDP packets that bypass the request filter and the content security policy.
    contents.setWebRTCIPHandlingPolicy('disable_non_proxied_udp')
    contents.setWindowOpenHandler(() => ({ action: 'deny' }))
  })
}
