/** Options by which Page Up and Page Down move. */
const PAGE = 8

/**
 * Returns the index of the option that a key in the field of an option list reaches, or null for other keys.
 * The arrow keys continue at the other end.
 * @param activeIndex the reached option; -1 for none
 */
export function optionForKey(key: string, activeIndex: number, count: number): number | null {
  const last = count - 1
  switch (key) {
    case 'ArrowDown':
      return activeIndex >= last ? 0 : activeIndex + 1
    case 'ArrowUp':
      return activeIndex <= 0 ? last : activeIndex - 1
    case 'PageDown':
      return Math.min(last, activeIndex + PAGE)
    case 'PageUp':
      return Math.max(0, activeIndex - PAGE)
    default:
      return null
  }
}
