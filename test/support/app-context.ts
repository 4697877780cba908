import { APP_CONTEXT_KEY, type AppModel } from '../../renderer/state/app.svelte.ts'

/** Returns the context of a component that is rendered without the frame, as `provideApp` would set it. */
export function appContext(app: AppModel): Map<symbol, AppModel> {
  return new Map([[APP_CONTEXT_KEY, app]])
}
