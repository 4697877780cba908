import { mount } from 'svelte'
import type { AppModel } from '../../renderer/state/app.svelte.ts'
import { provideApp } from '../../renderer/state/contexts.ts'

/** Returns the context of a component that is rendered without the application around it. */
export function appContext(app: AppModel): Map<unknown, unknown> {
  const context = new Map<unknown, unknown>()
  mount(
    () => {
      provideApp(app)
      return {}
    },
    { target: document.createElement('div'), context },
  )
  return context
}
