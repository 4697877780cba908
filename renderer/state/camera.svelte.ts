import { messages } from '../../electron/contract/messages.ts'
import { api } from '../api.ts'
import { Latest } from './latest.ts'

/** The camera at the back of a tablet, with about the pixels that a stored photo has. */
const PREFERRED: MediaTrackConstraints = {
  facingMode: { ideal: 'environment' },
  width: { ideal: 2_048 },
  height: { ideal: 1_536 },
}

/** Returns the cameras of the computer. Without permission, Chromium names neither them nor their number. */
async function listCameras(): Promise<readonly MediaDeviceInfo[]> {
  // Missing where a page is not secure, as in tests without a browser.
  const devices = (navigator.mediaDevices as MediaDevices | undefined)?.enumerateDevices()
  return ((await devices?.catch(() => [])) ?? []).filter(({ kind }) => kind === 'videoinput')
}

/** Returns whether the computer has a camera. */
export async function hasCamera(): Promise<boolean> {
  return (await listCameras()).length > 0
}

/** The camera while its dialog is open. Only then does main let the window use it. */
export class Camera {
  readonly #latest = new Latest()
  #cameras: readonly MediaDeviceInfo[] = []

  /** Null until the camera has started. */
  stream = $state.raw<MediaStream | null>(null)
  /** Why there is no picture, as a sentence. */
  problem = $state<string | null>(null)
  /** Whether there is another camera to switch to. */
  canSwitch = $state(false)

  /** Starts a camera: the one at the back, if there are several. A failure is shown, never thrown. */
  async start(deviceId: string | null = null): Promise<void> {
    const isLatest = this.#latest.begin()
    this.#stop()
    this.problem = null
    try {
      if (!(await api.call('camera.open'))) {
        if (isLatest()) this.problem = messages.reviewPhotos.camera.denied
        return
      }
      const stream = await navigator.mediaDevices.getUserMedia({
        audio: false,
        video: deviceId === null ? PREFERRED : { ...PREFERRED, deviceId: { exact: deviceId } },
      })
      // The dialog was closed, or another camera was chosen meanwhile.
      if (!isLatest()) {
        for (const track of stream.getTracks()) track.stop()
        return
      }
      this.stream = stream
      this.#cameras = await listCameras()
      this.canSwitch = this.#cameras.length > 1
    } catch (error) {
      if (isLatest()) this.problem = problemOf(error)
    }
  }

  /** Starts the next camera. */
  async switch(): Promise<void> {
    const current = this.stream?.getVideoTracks()[0]?.getSettings().deviceId
    const at = this.#cameras.findIndex(({ deviceId }) => deviceId === current)
    const next = this.#cameras[(at + 1) % this.#cameras.length]
    if (next !== undefined) await this.start(next.deviceId)
  }

  /** Stops the camera and withdraws the permission. */
  close(): void {
    this.#latest.cancel()
    this.#stop()
    api.call('camera.close').catch(() => null)
  }

  #stop(): void {
    for (const track of this.stream?.getTracks() ?? []) track.stop()
    this.stream = null
  }
}

function problemOf(error: unknown): string {
  const name = error instanceof DOMException ? error.name : ''
  if (name === 'NotAllowedError' || name === 'SecurityError') return messages.reviewPhotos.camera.denied
  return name === 'NotFoundError' || name === 'OverconstrainedError'
    ? messages.reviewPhotos.camera.missing
    : messages.reviewPhotos.camera.busy
}

/** Returns the shown frame of a video as a picture file; null if it has none. */
export async function captureFrame(video: HTMLVideoElement): Promise<File | null> {
  const { videoWidth, videoHeight } = video
  if (videoWidth === 0 || videoHeight === 0) return null
  const canvas = new OffscreenCanvas(videoWidth, videoHeight)
  canvas.getContext('2d')?.drawImage(video, 0, 0)
  const blob = await canvas.convertToBlob({ type: 'image/jpeg', quality: 0.95 })
  return new File([blob], `${messages.reviewPhotos.camera.title}.jpg`, { type: blob.type })
}
