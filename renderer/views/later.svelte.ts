import type * as views from './later-views.ts'

type Views = typeof views

/** The views and dialogs that the first list does not need: without their code, its rows are shown sooner. */
class LaterViews {
  #views = $state.raw<Views | null>(null)
  #loading: Promise<void> | null = null

  /** Null until they are loaded. */
  get current(): Views | null {
    return this.#views
  }

  /** Loads them once. */
  load(): Promise<void> {
    this.#loading ??= import('./later-views.ts').then((loaded) => {
      this.#views = loaded
    })
    return this.#loading
  }
}

export const laterViews = new LaterViews()
