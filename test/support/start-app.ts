import { render, screen, waitFor } from '@testing-library/svelte'
import userEvent, { type UserEvent } from '@testing-library/user-event'
import { setTimeout } from 'node:timers/promises'
import { afterAll, expect, vi } from 'vitest'
import App from '../../renderer/App.svelte'
import { firstFrame } from '../../renderer/state/first-frame.ts'
import { laterViews } from '../../renderer/views/later.svelte.ts'
import { fillDomGaps } from './dom-gaps.ts'
import type { FakeMain } from './fake-main.ts'

// Once, so that tests need not wait for a view that they open.
await laterViews.load()

/** In milliseconds. Longer than the window waits for its first frame. */
const MAX_FIRST_FRAME_MS = 2_000

// The window continues its start after its first frame, and needs the document of the tests for that. With fake
// timers, it has no frame.
afterAll(async () => {
  vi.useRealTimers()
  await Promise.race([firstFrame(), setTimeout(MAX_FIRST_FRAME_MS)])
})

/** Opens the window with a fake main process, and waits until it is ready. */
export async function startApp(main: FakeMain, width = 1_280): Promise<UserEvent> {
  fillDomGaps()
  main.install()
  window.innerWidth = width
  delete document.documentElement.dataset['appState']
  render(App)
  await waitFor(() => expect(document.documentElement.dataset['appState']).toBe('ready'))
  return userEvent.setup()
}

/** The pane with the campaigns. */
export function campaignsPane(): HTMLElement {
  return screen.getByRole('navigation', { name: 'Campaigns' })
}
