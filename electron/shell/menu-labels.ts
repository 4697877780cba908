/** Labels of undo and redo in the application menu; null: there is nothing to undo or redo. */
export interface UndoLabels {
  readonly undo: string | null
  readonly redo: string | null
}

/** Passes labels that the window sets on to the application menu. */
export class MenuLabels {
  #listener: (labels: UndoLabels) => void = () => undefined

  /** Sets the function that shows the labels. */
  listen(listener: (labels: UndoLabels) => void): void {
    this.#listener = listener
  }

  set(labels: UndoLabels): void {
    this.#listener(labels)
  }
}
