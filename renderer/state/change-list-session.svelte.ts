import type { AppModel } from './app.svelte.ts'
import { ChangesState } from './changes.svelte.ts'

/** The view as it was when it was left, so that coming back finds it so. */
const left = new WeakMap<AppModel, ChangesState>()

/** The changes that this window shows. They outlive their view, so they do not belong to it. */
export function changesOf(app: AppModel): ChangesState {
  const known = left.get(app)
  if (known !== undefined) return known
  let made: ChangesState | undefined
  $effect.root(() => {
    made = new ChangesState()
  })
  const changes = made ?? new ChangesState()
  left.set(app, changes)
  return changes
}
