/** Whether a drag may bring pictures: what they are is told only when they are let go. */
export function mayBringPictures(transfer: DataTransfer | null): boolean {
  return transfer?.types.includes('Files') === true
}

/** Files that were let go or pasted, whatever they are: what cannot be attached is to be said. */
export function filesIn(transfer: DataTransfer | null): readonly File[] {
  return [...(transfer?.files ?? [])]
}

/** Pictures that were pasted; a text that comes with one is what is meant where texts are written. */
export function pastedPictures(transfer: DataTransfer | null, intoText: boolean): readonly File[] {
  if (intoText && transfer?.types.includes('text/plain') === true) return []
  return filesIn(transfer).filter(({ type }) => type.startsWith('image/'))
}
