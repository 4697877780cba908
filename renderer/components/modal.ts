/** Opens a dialog over the window; gives what closes it and puts the keyboard back to where it was. */
export function openModal(dialog: HTMLDialogElement): () => void {
  const before = document.activeElement
  dialog.showModal()
  return () => {
    dialog.close()
    if (before instanceof HTMLElement && before.isConnected) before.focus()
  }
}
