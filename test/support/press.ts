import { fireEvent } from '@testing-library/svelte'

/**
 * Presses and releases the main button; `detail` is the click count, 2 for the second press of a
 * double-click.
 */
export async function press(target: Element, detail: number): Promise<void> {
  await fireEvent.mouseDown(target, { detail })
  await fireEvent.mouseUp(target, { detail })
  await fireEvent.click(target, { detail })
}
