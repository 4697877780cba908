/** Kinds of point-of-sale material. */

export type Shape = 'wobbler' | 'poster' | 'display' | 'banner' | 'strip' | 'round' | 'hanger'

export interface ElementType {
  readonly code: string
  readonly name: string
  readonly shape: Shape
  readonly material: string
  readonly millimetres: readonly [width: number, height: number]
}

const element = (
  code: string,
  name: string,
  shape: Shape,
  material: string,
  width: number,
  height: number,
): ElementType => ({ code, name, shape, material, millimetres: [width, height] })

export const ELEMENTS: readonly [ElementType, ...ElementType[]] = [
  element('WB', 'Shelf wobbler', 'wobbler', '350 g board, PET arm', 90, 90),
  element('P1', 'A1 poster', 'poster', '170 g silk', 594, 841),
  element('CD', 'Counter display', 'display', '1.5 mm greyboard', 320, 480),
  element('WV', 'Window vinyl', 'banner', 'Clear cling film', 1200, 800),
  element('HM', 'Hanging mobile', 'round', '400 g board', 400, 400),
  element('ST', 'Shelf strip', 'strip', 'PP 300 µm', 1000, 39),
  element('FG', 'Floor graphic', 'round', 'R10 anti-slip vinyl', 800, 800),
  element('P3', 'A3 poster', 'poster', '170 g silk', 297, 420),
  element('FS', 'Free-standing display unit', 'display', 'EB-flute corrugated', 600, 1600),
  element('TT', 'Till topper', 'banner', '5 mm foamboard', 600, 200),
  element('BS', 'Bus stop D', 'wobbler', '500 µm PP', 210, 150),
  element('EC', 'End cap header', 'banner', '5 mm foamboard', 900, 300),
  element('PR', 'Price rail insert', 'strip', '250 g board', 1250, 60),
  element('CB', 'Ceiling banner', 'banner', 'Knitted polyester', 3000, 900),
  element('TC', 'Table tent card', 'poster', '300 g board', 105, 148),
  element('DH', 'Door hanger', 'hanger', '300 g board', 95, 260),
  element('SB', 'Standee, life size', 'display', '10 mm Re-board', 700, 1800),
  element('CC', 'Cooler cling', 'poster', 'Freezer-grade vinyl', 400, 600),
  element('TW', 'Trolley wrap', 'banner', 'Removable vinyl', 500, 350),
  element('NT', 'Neck tag', 'hanger', '350 g board', 60, 130),
  element('GW', 'Gate wrap', 'hanger', 'Corrugated PP', 400, 1500),
  element('PF', 'Pallet fascia', 'banner', 'B-flute corrugated', 1200, 200),
  element('SS', 'Shelf stopper', 'wobbler', '2 mm PVC', 120, 250),
  element('RM', 'Roll-up banner', 'hanger', 'Blockout film', 850, 2000),
]
