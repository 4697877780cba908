import { app } from 'electron'
import { findAppLink } from '../app/app-links.ts'
import { isBackupFile } from '../app/backup/backup-files.ts'
import { findFile } from '../app/requested-files.ts'
import { isReviewFile } from '../app/review-files.ts'
import type { EventName } from '../contract/events.ts'
import type { AppWindow } from './app-windows.ts'
import type { ShellServices } from './services.ts'
import { sendTo } from './window-events.ts'

/** Returns whether the window opens a file: a review or a backup. */
const isOpenable = (path: string): boolean => isReviewFile(path) || isBackupFile(path)

type Receiver = Pick<ShellServices, 'backupFiles' | 'requestedLink' | 'reviewFiles' | 'windows'>
type RequestEvent = Extract<EventName, `${string}.requested`>

/**
 * Files and links that the system, another start or a person requests to open. What is requested before the
 * services exist is passed to them later.
 */
export class OpenRequests {
  #file: string | null = null
  #link: string | null = null
  #receiver: Receiver | null = null

  /** Takes the requests of the command line, and listens for further ones. */
  constructor() {
    this.#takeFrom(process.argv, process.cwd())
    app.on('second-instance', (_event, words, folder) => {
      const front = this.#receiver?.windows.front ?? null
      if (front !== null) this.#receiver?.windows.show(front)
      this.#takeFrom(words, folder)
    })
    app.on('open-url', (event, link) => {
      event.preventDefault()
      this.#requestLink(link)
    })
    app.on('open-file', (event, file) => {
      event.preventDefault()
      this.requestFile(file)
    })
  }

  #takeFrom(words: readonly string[], folder: string): void {
    const args = words.slice(1)
    const file = findFile(args, folder, isOpenable)
    const link = findAppLink(args)
    if (file !== null) this.requestFile(file)
    if (link !== null) this.#requestLink(link)
  }

  /** Passes requests to the services, earlier ones at once. */
  connect(receiver: Receiver): void {
    this.#receiver = receiver
    if (this.#file !== null) this.#pass(receiver, this.#file)
    if (this.#link !== null) receiver.requestedLink.request(this.#link)
  }

  /** Requests a file, unless it is of another kind. The window in front opens it by default. */
  requestFile(file: string, window: AppWindow | null = null): void {
    if (!isOpenable(file)) return
    this.#file = file
    if (this.#receiver !== null) this.#pass(this.#receiver, file)
    this.#announce(isBackupFile(file) ? 'backups.requested' : 'reviewFiles.requested', window)
  }

  #requestLink(link: string): void {
    this.#link = link
    this.#receiver?.requestedLink.request(link)
    this.#announce('links.requested', null)
  }

  #pass(receiver: Receiver, file: string): void {
    if (isBackupFile(file)) receiver.backupFiles.request(file)
    else receiver.reviewFiles.request(file)
  }

  #announce(event: RequestEvent, window: AppWindow | null): void {
    if (this.#receiver === null || !app.isReady()) return
    const { windows } = this.#receiver
    windows.ensure()
    const target = window ?? windows.front
    if (target !== null) sendTo(target.window, event, null)
  }
}
