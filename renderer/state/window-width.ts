/**
 * Tells the width of the window in CSS pixels, now and whenever it changes, until the returned function is
 * called. A page that begins before its window has a size is 0 wide, and is not told when it gets one: it is
 * looked at again with the first frame.
 */
export function watchWidth(tell: (width: number) => void): () => void {
  const look = (): void => {
    if (innerWidth > 0) tell(innerWidth)
  }
  look()
  addEventListener('resize', look)
  const frame = requestAnimationFrame(look)
  return () => {
    removeEventListener('resize', look)
    cancelAnimationFrame(frame)
  }
}
