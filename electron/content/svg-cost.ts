import { SaxesParser, type SaxesTagPlain } from 'saxes'
import { MAX_PICTURE_PIXELS } from '../contract/pictures.ts'
import type { PixelSize } from './reader.ts'

/** Limit of the cost to draw an SVG, in elements. */
export const MAX_SVG_COST = 50_000

/** Characters of path data or text that cost as much as an element. */
const CHARACTERS_PER_ELEMENT = 256
/** A filter primitive is computed for each pixel. */
const FILTER_PRIMITIVE_COST = 100
/** An embedded picture may have as many pixels as a picture. */
const PIXELS_PER_ELEMENT = MAX_PICTURE_PIXELS / MAX_SVG_COST
/**
 * Depth of elements, including references: Chromium draws them recursively, each possibly with its own
 * pixels.
 */
const MAX_DEPTH = 256
const MAX_ENTITY_LENGTH = 200
const MAX_ENTITY_REFERENCES = 10_000
/** Characters between two checks of the cost. */
const CHUNK_LENGTH = 64 * 1024

/** Encodings whose markup equals that of UTF-8; others could hide elements. */
const READABLE_ENCODING = /^(?:utf-8|us-ascii|iso-8859-\d{1,2}|windows-125\d)$/iu
const ENTITY = /<!ENTITY\s+(%\s+)?([\w:.-]+)\s+(?:"([^"]*)"|'([^']*)'|[^>]*)/gu
const REFERENCE = /url\(\s{0,20}["']?#([^"')\s]{1,200})/gu
const DATA = /data:/iu
const DATA_ADDRESS = /data:([^,"')]{0,200}),([^,"')]*)/giu

/** Returns the size of an embedded picture; null if it is not drawn. */
type EmbeddedSize = (bytes: Uint8Array) => PixelSize | 'tooComplex' | null

interface Element {
  /** Cost without its children. */
  readonly ownCost: number
  readonly children: Element[]
  /** Ids of elements that it draws, and how often. */
  readonly references: readonly (readonly [id: string, times: number])[]
}

class TooComplexError extends Error {}

/**
 * Returns whether an SVG is too expensive to draw. Counts its elements, including those that `<use>`,
 * patterns, markers, masks, clip paths and filters draw again, in linear time and only up to the limit. It is
 * an estimate; the drawing process has its own limits.
 * @param embeddedSize checks a picture in a `data:` address
 */
export function isSvgTooComplex(bytes: Uint8Array, embeddedSize: EmbeddedSize): boolean {
  const text = new TextDecoder().decode(bytes)
  const counter = new ElementCounter(text, embeddedSize)
  try {
    for (let start = 0; start < text.length; start += CHUNK_LENGTH)
      counter.write(text.slice(start, start + CHUNK_LENGTH))
    return counter.total() > MAX_SVG_COST
  } catch (error) {
    if (error instanceof TooComplexError) return true
    throw error
  }
}

class ElementCounter {
  readonly #parser = new SaxesParser()
  readonly #root: Element = { ownCost: 0, children: [], references: [] }
  readonly #openElements: Element[] = [this.#root]
  readonly #byId = new Map<string, Element>()
  readonly #costs = new Map<Element, number>()
  readonly #text: string
  readonly #embeddedSize: EmbeddedSize
  #ownCosts = 0
  #isMalformed = false

  constructor(text: string, embeddedSize: EmbeddedSize) {
    this.#text = text
    this.#embeddedSize = embeddedSize
    const parser = this.#parser
    // Chromium draws what precedes an error.
    parser.on('error', () => {
      this.#isMalformed = true
    })
    parser.on('xmldecl', ({ encoding }) => {
      if (encoding !== undefined && !READABLE_ENCODING.test(encoding)) throw new TooComplexError()
    })
    parser.on('doctype', (doctype) => this.#declareEntities(doctype))
    parser.on('opentag', (tag) => this.#openElement(tag))
    parser.on('closetag', () => {
      if (this.#openElements.length > 1) this.#openElements.pop()
    })
    parser.on('text', (content) => this.#addText(content))
    parser.on('cdata', (content) => this.#addText(content))
  }

  /** Adds a part of the text. Throws {@link TooComplexError} as soon as the limit is exceeded. */
  write(chunk: string): void {
    if (!this.#isMalformed) this.#parser.write(chunk)
  }

  /** Returns the total cost, at most a little more than twice the limit. */
  total(): number {
    return this.#costOf(this.#root, 0)
  }

  #openElement({ name, attributes }: SaxesTagPlain): void {
    const localName = name.slice(name.indexOf(':') + 1)
    const ownCost =
      1 + this.#costOfAttributes(attributes) + (localName.startsWith('fe') ? primitiveCost(attributes) : 0)
    const element: Element = { ownCost, children: [], references: referencesOf(localName, attributes) }
    const { id } = attributes
    if (id !== undefined && !this.#byId.has(id)) this.#byId.set(id, element)
    this.#openElements.at(-1)?.children.push(element)
    this.#openElements.push(element)
    if (this.#openElements.length > MAX_DEPTH) throw new TooComplexError()
    this.#add(ownCost)
  }

  #costOfAttributes(attributes: Readonly<Record<string, string>>): number {
    let characters = 0
    let cost = 0
    for (const value of Object.values(attributes)) {
      const embedded = DATA.test(value) ? this.#costOfEmbedded(value) : 0
      if (embedded === 0) characters += value.length
      cost += embedded
    }
    return cost + characters / CHARACTERS_PER_ELEMENT
  }

  #addText(content: string): void {
    if (DATA.test(content)) this.#add(this.#costOfEmbedded(content))
    else this.#add(content.length / CHARACTERS_PER_ELEMENT)
  }

  #costOfEmbedded(text: string): number {
    let cost = 0
    for (const [, type = '', content = ''] of text.matchAll(DATA_ADDRESS)) {
      const isFont = /^(?:font|application)\//iu.test(type)
      if (isFont) continue
      // Percent-encoded pixels are unusual; a drawing in a drawing would need its own limit.
      if (!/;\s*base64\s*$/iu.test(type)) throw new TooComplexError()
      const bytes = decodeBase64(content)
      const size = bytes === null ? null : this.#embeddedSize(bytes)
      if (size === 'tooComplex') throw new TooComplexError()
      cost += size === null ? 1 : 1 + (size.width * size.height) / PIXELS_PER_ELEMENT
    }
    return cost
  }

  #add(cost: number): void {
    this.#ownCosts += cost
    if (this.#ownCosts > MAX_SVG_COST) throw new TooComplexError()
  }

  #declareEntities(doctype: string): void {
    for (const [, isParameter, name = '', double, single] of doctype.matchAll(ENTITY)) {
      const value = double ?? single ?? ''
      const isPlain = value.length <= MAX_ENTITY_LENGTH && !/[<&%]/u.test(value)
      if (isParameter !== undefined || !isPlain) throw new TooComplexError()
      this.#parser.ENTITIES[name] = value
    }
    if (!doctype.includes('<!ENTITY')) return
    let references = 0
    for (let offset = this.#text.indexOf('&'); offset >= 0; offset = this.#text.indexOf('&', offset + 1))
      references += 1
    if (references > MAX_ENTITY_REFERENCES) throw new TooComplexError()
  }

  /** Cached by element, so that nested references take no more time. */
  #costOf(element: Element, depth: number): number {
    const cachedCost = this.#costs.get(element)
    if (cachedCost !== undefined) return cachedCost
    if (depth > MAX_DEPTH) throw new TooComplexError()
    // Circular references are not drawn.
    this.#costs.set(element, 0)
    let cost = element.ownCost
    for (const child of element.children) cost += this.#costOf(child, depth + 1)
    for (const [id, times] of element.references) {
      const target = this.#byId.get(id)
      if (target !== undefined) cost += times * this.#costOf(target, depth + 1)
    }
    if (cost > MAX_SVG_COST) throw new TooComplexError()
    this.#costs.set(element, cost)
    return cost
  }
}

function referencesOf(
  localName: string,
  attributes: Readonly<Record<string, string>>,
): readonly (readonly [string, number])[] {
  const references: (readonly [string, number])[] = []
  for (const [name, value] of Object.entries(attributes)) {
    const isTarget = localName !== 'a' && (name === 'href' || name.endsWith(':href'))
    if (isTarget && value.trimStart().startsWith('#')) references.push([value.trim().slice(1), 1])
    if (!value.includes('url(')) continue
    // A marker is drawn at each point, which takes about four characters of path data.
    const isMarker = name.startsWith('marker') || value.includes('marker')
    const length = (attributes['d'] ?? attributes['points'] ?? '').length
    for (const [, id = ''] of value.matchAll(REFERENCE)) references.push([id, isMarker ? 1 + length / 4 : 1])
  }
  return references
}

function primitiveCost(attributes: Readonly<Record<string, string>>): number {
  const octaves = Number(attributes['numOctaves'] ?? 1)
  return FILTER_PRIMITIVE_COST * (Number.isFinite(octaves) ? Math.max(1, octaves) : 1)
}

/** Decodes base64, or returns null if it is invalid. */
function decodeBase64(text: string): Uint8Array | null {
  try {
    const decoded = atob(text.includes('%') ? decodeURIComponent(text) : text)
    return Uint8Array.from(decoded, (character) => character.charCodeAt(0))
  } catch {
    return null
  }
}
