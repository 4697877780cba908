import { app, session, type Session } from 'electron'

/** Every permission is refused: the window needs none (texts are copied by main). */
function refusePermissions(target: Session): void {
  target.setPermissionRequestHandler((_contents, _permission, answer) => {
    answer(false)
  })
  target.setPermissionCheckHandler(() => false)
  target.setDevicePermissionHandler(() => false)
}

/**
 * Holds for every window and session from now on: no permissions, no navigation, no redirects, no new windows, no
 * webviews. The first load of a window's own page is not a navigation of its contents and passes.
 */
export function enforceSecurity(): void {
  refusePermissions(session.defaultSession)
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
    contents.setWindowOpenHandler(() => ({ action: 'deny' }))
  })
}
