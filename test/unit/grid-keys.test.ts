import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { KeyPress } from '../../electron/contract/accelerators.ts'
import { commandOf, type GridCursor } from '../../renderer/grid/keys.ts'

const press = (key: string, held: Partial<KeyPress> = {}): KeyPress => ({
  key,
  ctrlKey: false,
  metaKey: false,
  shiftKey: false,
  altKey: false,
  ...held,
})

const cursor = (change: Partial<GridCursor> = {}): GridCursor => ({
  row: 50,
  column: 3,
  rows: 1_000,
  columns: 8,
  page: 20,
  isRightToLeft: false,
  ...change,
})

describe('commandOf', () => {
  it('moves by rows, by pages and to the ends', () => {
    const to = (key: string, held: Partial<KeyPress> = {}): unknown => {
      const command = commandOf(press(key, held), cursor())
      return command?.kind === 'row' || command?.kind === 'column'
        ? [command.kind, command.to]
        : command?.kind
    }
    expect(to('ArrowDown')).toEqual(['row', 51])
    expect(to('ArrowUp')).toEqual(['row', 49])
    expect(to('PageDown')).toEqual(['row', 70])
    expect(to('PageUp')).toEqual(['row', 30])
    expect(to('ArrowDown', { ctrlKey: true })).toEqual(['row', 999])
    expect(to('ArrowUp', { metaKey: true })).toEqual(['row', 0])
    expect(to('End', { ctrlKey: true })).toEqual(['row', 999])
    expect(to('Home', { ctrlKey: true })).toEqual(['row', 0])
    expect(to('Home')).toEqual(['column', 0])
    expect(to('End')).toEqual(['column', 7])
    expect(to('ArrowRight', { ctrlKey: true })).toEqual(['column', 7])
    expect(to('ArrowLeft')).toEqual(['column', 2])
  })

  it('opens, closes, marks, selects, copies and shows the menu', () => {
    const kind = (key: string, held: Partial<KeyPress> = {}): unknown =>
      commandOf(press(key, held), cursor())?.kind
    expect(kind(' ')).toBe('check')
    expect(kind('Enter')).toBe('open')
    expect(kind('F2')).toBe('open')
    expect(kind('Escape')).toBe('escape')
    expect(kind('a', { ctrlKey: true })).toBe('selectAll')
    expect(kind('C', { metaKey: true })).toBe('copy')
    expect(kind('F10', { shiftKey: true })).toBe('menu')
    expect(kind('ContextMenu')).toBe('menu')
  })

  it('ignores keys of the window', () => {
    for (const key of ['?', 'Tab', 'F5', 'Shift', 'Dead', 'Process'])
      expect(commandOf(press(key), cursor())).toBeNull()
    expect(commandOf(press('f', { ctrlKey: true }), cursor())).toBeNull()
    expect(commandOf(press('ArrowLeft', { altKey: true }), cursor())).toBeNull()
  })

  it('starts a search at a printable character of any script', () => {
    for (const key of ['x', '7', 'É', '春', '😀', '-']) {
      expect(commandOf(press(key), cursor())).toEqual({ kind: 'search' })
    }
    for (const held of [{ ctrlKey: true }, { metaKey: true }, { altKey: true }]) {
      expect(commandOf(press('x', held), cursor())).toBeNull()
    }
  })

  it('moves to the corners, copies a cell, and inverts the selection', () => {
    const far = { ctrlKey: true }
    expect(commandOf(press('Home', far), cursor())).toMatchObject({ to: 0, column: 1 })
    expect(commandOf(press('End', far), cursor())).toMatchObject({ to: 999, column: 7 })
    expect(commandOf(press('ArrowDown', far), cursor())).not.toHaveProperty('column')
    const both = { ctrlKey: true, shiftKey: true }
    expect(commandOf(press('C', both), cursor())?.kind).toBe('copyCell')
    expect(commandOf(press('A', both), cursor())?.kind).toBe('invert')
  })

  it('extends the selection only in rows, not in the header', () => {
    expect(commandOf(press('ArrowDown', { shiftKey: true }), cursor())).toMatchObject({
      to: 51,
      extend: true,
    })
    expect(commandOf(press('ArrowUp', { shiftKey: true }), cursor({ row: 0 }))).toMatchObject({
      to: -1,
      extend: false,
    })
  })

  it('moves from the first row to the header, where it moves and freezes columns', () => {
    expect(commandOf(press('ArrowUp'), cursor({ row: 0 }))).toMatchObject({ to: -1 })
    expect(commandOf(press('ArrowDown'), cursor({ row: -1 }))).toMatchObject({ to: 0 })
    expect(commandOf(press('ArrowRight', { altKey: true }), cursor({ row: -1 }))).toEqual({
      kind: 'moveColumn',
      by: 1,
    })
    const both = { altKey: true, shiftKey: true }
    expect(commandOf(press('ArrowRight', both), cursor({ row: -1 }))).toEqual({ kind: 'freeze', on: true })
    expect(commandOf(press('ArrowLeft', both), cursor({ row: -1 }))).toEqual({ kind: 'freeze', on: false })
    expect(commandOf(press('ArrowLeft', both), cursor())).toBeNull()
  })

  it('stays inside the list for any key', () => {
    const keys = fc.constantFrom(
      'ArrowDown',
      'ArrowUp',
      'PageDown',
      'PageUp',
      'Home',
      'End',
      'ArrowLeft',
      'ArrowRight',
    )
    fc.assert(
      fc.property(keys, fc.boolean(), fc.nat(30), fc.nat(30), fc.nat(5), (key, ctrlKey, rows, at, column) => {
        const current = cursor({ rows, row: rows === 0 ? null : Math.min(at, rows - 1), columns: 6, column })
        const command = commandOf(press(key, { ctrlKey }), current)
        if (command?.kind === 'row') {
          expect(command.to).toBeGreaterThanOrEqual(-1)
          expect(command.to).toBeLessThan(Math.max(rows, 1))
        }
        if (command?.kind === 'column') {
          expect(command.to).toBeGreaterThanOrEqual(0)
          expect(command.to).toBeLessThan(6)
        }
      }),
    )
  })
})
