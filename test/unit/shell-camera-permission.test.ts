import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { CameraPermission, type PermissionRequest } from '../../electron/shell/camera-permission.ts'

/** A request of the page of the window for the camera. */
const REQUEST: PermissionRequest = {
  isMainFrame: true,
  origin: 'campaign-desk://app/index.html',
  permission: 'media',
  media: ['video'],
}

describe('the permission for the camera', () => {
  it('is granted only while the camera is open', async () => {
    const camera = new CameraPermission()
    expect(camera.allows(REQUEST)).toBe(false)
    expect(await camera.open(Promise.resolve(true))).toBe(true)
    expect(camera.allows(REQUEST)).toBe(true)
    // The origin alone, as Electron reports it for a check.
    expect(camera.allows({ ...REQUEST, origin: 'campaign-desk://app' })).toBe(true)
    camera.close()
    expect(camera.allows(REQUEST)).toBe(false)
  })

  it('is granted to nothing but the main frame of the window, and for pictures only', async () => {
    const camera = new CameraPermission()
    await camera.open(Promise.resolve(true))
    const refused: readonly Partial<PermissionRequest>[] = [
      { isMainFrame: false },
      { origin: 'campaign-desk://drawing/index.html' },
      { origin: 'campaign-desk://app.example/index.html' },
      { origin: 'https://print.example/' },
      { origin: '' },
      { permission: 'geolocation' },
      { permission: 'display-capture' },
      { permission: 'notifications' },
      { media: ['audio'] },
      { media: ['video', 'audio'] },
      { media: [] },
    ]
    for (const change of refused)
      expect(camera.allows({ ...REQUEST, ...change }), JSON.stringify(change)).toBe(false)
  })

  it('is not granted if the system does not allow the camera', async () => {
    const camera = new CameraPermission()
    expect(await camera.open(Promise.resolve(false))).toBe(false)
    expect(camera.allows(REQUEST)).toBe(false)
  })

  it('is not granted if the dialog was closed while the system asked', async () => {
    const camera = new CameraPermission()
    const { promise, resolve } = Promise.withResolvers<boolean>()
    const opening = camera.open(promise)
    camera.close()
    resolve(true)
    await opening
    expect(camera.allows(REQUEST)).toBe(false)
  })

  it('has an entitlement and a text for the question of macOS', () => {
    const root = join(import.meta.dirname, '..', '..')
    expect(readFileSync(join(root, 'build', 'entitlements.mac.plist'), 'utf8')).toContain(
      'com.apple.security.device.camera',
    )
    expect(readFileSync(join(root, 'electron-builder.yml'), 'utf8')).toMatch(/NSCameraUsageDescription: \S/u)
  })
})
