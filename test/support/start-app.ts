import { render, screen, waitFor } from '@testing-library/svelte'
import userEvent, { type UserEvent } from '@testing-library/user-event'
import { expect } from 'vitest'
import App from '../../renderer/App.svelte'
import { laterViews } from '../../renderer/views/later.svelte.ts'
import { fillDomGaps } from './dom-gaps.ts'
import type { FakeMain } from './fake-main.ts'

// Once, so that tests need not wait for a view that they open.
await laterViews.load()

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
