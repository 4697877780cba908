import { createRawSnippet, mount, unmount, type Component, type MountOptions } from 'svelte'
import type { Attachment } from 'svelte/attachments'
import { LABEL_COLORS, type ValueLabel } from '../../electron/contract/connection.ts'
import { REVIEW_MARKS } from '../../electron/contract/review.ts'
import Button from '../components/Button.svelte'
import Checkbox from '../components/Checkbox.svelte'
import CheckLine from '../components/CheckLine.svelte'
import ColorPicker from '../components/ColorPicker.svelte'
import ColumnName from '../components/ColumnName.svelte'
import CutText from '../components/CutText.svelte'
import Delayed from '../components/Delayed.svelte'
import Dialog from '../components/Dialog.svelte'
import EmptyState from '../components/EmptyState.svelte'
import ErrorNotice from '../components/ErrorNotice.svelte'
import Grip from '../components/Grip.svelte'
import Icon from '../components/Icon.svelte'
import IconButton from '../components/IconButton.svelte'
import { ICONS, type IconName } from '../components/icons.ts'
import KeyField from '../components/KeyField.svelte'
import ManagedNote from '../components/ManagedNote.svelte'
import KeyHint from '../components/KeyHint.svelte'
import Mark from '../components/Mark.svelte'
import MarkButtons from '../components/MarkButtons.svelte'
import Menu from '../components/Menu.svelte'
import type { MenuItem } from '../components/menu.ts'
import MenuButton from '../components/MenuButton.svelte'
import OptionList from '../components/OptionList.svelte'
import OptionPicker from '../components/OptionPicker.svelte'
import Popover from '../components/Popover.svelte'
import Progress from '../components/Progress.svelte'
import ResizeHandle from '../components/ResizeHandle.svelte'
import ReviewIcon from '../components/ReviewIcon.svelte'
import RichMessage from '../components/RichMessage.svelte'
import { ELEMENT } from '../components/rich-message.ts'
import Segments from '../components/Segments.svelte'
import Select from '../components/Select.svelte'
import ShelfDrawing from '../components/ShelfDrawing.svelte'
import SnapshotIcon from '../components/SnapshotIcon.svelte'
import Spinner from '../components/Spinner.svelte'
import SplitButton from '../components/SplitButton.svelte'
import StatusLabel from '../components/StatusLabel.svelte'
import Tabs from '../components/Tabs.svelte'
import TextField from '../components/TextField.svelte'
import Toast from '../components/Toast.svelte'

type AnyProps = NonNullable<MountOptions['props']>

/** The states of a component, by their names. */
interface Section {
  readonly title: string
  readonly states: readonly { readonly name: string; readonly show: Attachment }[]
}

function section<Props extends AnyProps>(
  title: string,
  component: Component<Props, object>,
  states: Readonly<Record<string, NoInfer<Props>>>,
): Section {
  const show =
    (props: Props): Attachment =>
    (target) => {
      const shown = mount(component, { target, props })
      return () => void unmount(shown)
    }
  return { title, states: Object.entries(states).map(([name, props]) => ({ name, show: show(props) })) }
}

/** A state for each value. */
function each<Value extends string, Props>(
  values: readonly Value[],
  propsOf: (value: Value) => Props,
): Record<string, Props> {
  return Object.fromEntries(values.map((value) => [value, propsOf(value)]))
}

const text = (content: string) => createRawSnippet(() => ({ render: () => `<span>${content}</span>` }))
const ignore = (): void => undefined
const children = text('Campaign')

/** Props of a button that shows a component on top of the page until it is closed. */
function opener<Props extends AnyProps>(
  component: Component<Props, object>,
  propsOf: (at: Element, onclose: () => void) => NoInfer<Props>,
) {
  return {
    children: text('Open'),
    onclick: ({ currentTarget }: MouseEvent & { readonly currentTarget: Element }): void => {
      const shown = mount(component, {
        // The theme of the part that contains the button applies.
        target: currentTarget.closest('.states') ?? document.body,
        props: propsOf(currentTarget, () => void unmount(shown)),
      })
    },
  }
}

const ITEMS: readonly MenuItem[] = [
  { kind: 'heading', label: 'Download' },
  { label: 'Recent changes', icon: 'refresh', shortcut: 'Ctrl+R', run: ignore },
  { label: 'Everything', text: 'Takes longer', note: '2 h ago', run: ignore },
  { label: 'Automatic', checked: true, run: ignore },
  { label: 'Unavailable', disabled: true, run: ignore },
  { kind: 'separator' },
  { label: 'Remove download', icon: 'trash', danger: true, run: ignore },
]
const OPTIONS = [
  { value: 'all', label: 'All' },
  { value: 'any', label: 'Any' },
] as const
const LABELS: readonly ValueLabel[] = LABEL_COLORS.map((color, value) => ({ value, name: color, color }))
const FAULT = {
  code: 'timeout',
  message: 'The service did not answer. Your data is unchanged. Try again later.',
  detail: 'GET /campaign-items: no answer within 30 seconds',
  retryable: true,
} as const
const TABS = [
  { value: 'items', label: 'Items' },
  { value: 'changes', label: 'Changes', badge: { text: '7', hint: '7 unseen', tone: 'quiet' } },
  { value: 'checks', label: 'Checks', badge: { text: '2', hint: '2 checks', tone: 'attention' } },
] as const
const field = { label: 'Name', value: 'Kids Week' }
const handle = { label: 'Width', value: 240, min: 200, max: 480, controls: 'gallery', onresize: ignore }

/** The shared components with their states. */
export const SECTIONS: readonly Section[] = [
  section('Button', Button, {
    ...each(['plain', 'primary', 'danger', 'quiet'], (variant) => ({ variant, children })),
    ...each(['small', 'large'], (size) => ({ size, children })),
    icon: { icon: 'download', children },
    busy: { busy: true, children },
    disabled: { disabled: true, reason: 'Download a campaign first', children },
    'disabled primary': { variant: 'primary', disabled: true, children },
  }),
  section('IconButton', IconButton, {
    normal: { icon: 'settings', label: 'Settings', shortcut: 'Ctrl+,' },
    small: { icon: 'close', label: 'Close', size: 'small' },
    pressed: { icon: 'pane-left', label: 'Campaigns', pressed: true },
    disabled: { icon: 'arrow-left', label: 'Back', disabled: true, reason: 'Nothing earlier' },
  }),
  section('SplitButton', SplitButton, {
    ...each(['enabled', 'disabled'], (state) => ({
      label: 'Download',
      icon: 'download' as const,
      hint: 'Downloads Kids Week',
      disabled: state === 'disabled',
      moreLabel: 'Download options',
      items: ITEMS,
      onpress: ignore,
    })),
  }),
  section('MenuButton', MenuButton, {
    normal: { label: 'Sort', items: ITEMS, children },
    small: { label: 'Sort', items: ITEMS, size: 'small', children },
    disabled: { label: 'Sort', items: ITEMS, disabled: true, reason: 'No items', children },
  }),
  section('Menu', Button, {
    open: opener(Menu, (at, onclose) => ({ label: 'Download', items: ITEMS, at, onclose })),
  }),
  section('Popover', Button, {
    open: opener(Popover, (at, onclose) => ({ label: 'Details', at, onclose, children })),
  }),
  section('OptionPicker', Button, {
    open: opener(OptionPicker, (at, onclose) => ({
      label: 'Column',
      at,
      width: 264,
      searchLabel: 'Find a column',
      find: () => ['status', 'qty', 'updatedAt'],
      keyOf: String,
      chosen: 'qty',
      nothing: () => 'No columns',
      onchoose: ignore,
      onclose,
      children,
    })),
  }),
  section(
    'Dialog',
    Button,
    each(['small', 'medium', 'table', 'large', 'wide'], (size) =>
      opener(Dialog, (_at, onclose) => ({
        title: 'Rename connection',
        size,
        action: { label: 'Rename', run: onclose },
        onclose,
        children,
      })),
    ),
  ),
  section('TextField', TextField, {
    label: field,
    'without a label': { ...field, hideLabel: true },
    hint: { ...field, hint: 'Shown in the title of the window' },
    error: { ...field, error: 'Enter a name.' },
    search: { ...field, type: 'search', icon: 'search', value: '', placeholder: 'Search items' },
    small: { ...field, size: 'small' },
    large: { ...field, size: 'large' },
    disabled: { ...field, disabled: true },
    'read-only': { ...field, readonly: true },
  }),
  section('KeyField', KeyField, {
    masked: { label: 'API key', value: 'k-3f0d' },
    error: { label: 'API key', value: '', error: 'Enter the API key.' },
  }),
  section('Select', Select, {
    label: { label: 'Match', value: 'all', options: OPTIONS },
    'without a label': { label: 'Match', value: 'all', options: OPTIONS, hideLabel: true },
    disabled: { label: 'Match', value: 'all', options: OPTIONS, disabled: true },
  }),
  section('Segments', Segments, {
    ...each(['all', 'any'], (value) => ({ label: 'Match', value, options: OPTIONS, onchange: ignore })),
  }),
  section('Tabs', Tabs, {
    ...each(['items', 'checks'], (value) => ({
      label: 'Views',
      tabs: TABS,
      value,
      controls: 'gallery',
      onchange: ignore,
    })),
  }),
  section('Checkbox', Checkbox, {
    unchecked: { label: 'Show empty fields' },
    checked: { label: 'Show empty fields', checked: true },
    disabled: { label: 'Show empty fields', disabled: true },
    'disabled checked': { label: 'Show empty fields', checked: true, disabled: true },
  }),
  section('CheckLine', CheckLine, {
    ...each(['normal', 'faint', 'disabled'], (state) => ({
      label: 'Draft',
      checked: state === 'normal',
      faint: state === 'faint',
      disabled: state === 'disabled',
      note: '42',
      onchange: ignore,
      children,
    })),
  }),
  section(
    'ColorPicker',
    ColorPicker,
    each(LABEL_COLORS, (value) => ({ label: value, value, onchange: ignore })),
  ),
  section('StatusLabel', StatusLabel, {
    ...Object.fromEntries(LABELS.map(({ name, value }) => [name, { value, labels: LABELS }])),
    unnamed: { value: 99, labels: LABELS },
    text: { value: 'draft', labels: LABELS },
    pressable: { value: 1, labels: LABELS, onname: ignore },
  }),
  section('CutText', CutText, {
    whole: { text: 'Autumn Home Refresh · wave 3', end: 19 },
    cut: { text: `${'Autumn Home Refresh, '.repeat(12)}wave 3`, end: 21 * 12 - 1 },
  }),
  section('RichMessage', RichMessage, {
    start: { text: `${ELEMENT} of 12 checks shown`, children: text('3') },
    middle: { text: `Did you mean ${ELEMENT}?`, children: text('status:') },
    none: { text: 'All checks passed', children: text('3') },
  }),
  section('MarkButtons', MarkButtons, {
    ...each(['row', 'bar', 'thumb'], (form) => ({ mark: null, form, onmark: ignore })),
    ...each(REVIEW_MARKS, (mark) => ({ mark, onmark: ignore })),
  }),
  section('Progress', Progress, {
    determinate: { label: 'Download', value: 40, max: 100, text: '40 of 100' },
    indeterminate: { label: 'Download', value: 0, max: null },
    paused: { label: 'Download', value: 40, max: 100, still: true },
  }),
  section('Spinner', Spinner, { normal: {} }),
  section('Delayed', Delayed, { visible: { after: 0, children } }),
  section('Toast', Toast, {
    normal: {
      label: 'Marked as OK',
      action: { label: 'Undo', keys: 'Ctrl+Z', run: ignore },
      onhold: ignore,
      onresume: ignore,
      ondismiss: ignore,
      children: text('Marked as OK'),
    },
  }),
  section('ErrorNotice', ErrorNotice, {
    ...each(['bad', 'attention', 'information'], (tone) => ({ fault: FAULT, tone })),
    actions: { fault: FAULT, title: 'Download failed', onretry: ignore, onclose: ignore },
  }),
  section('ManagedNote', ManagedNote, { normal: {} }),
  section('EmptyState', EmptyState, {
    icon: { title: 'No items', text: 'Remove a filter to see items.', icon: 'list' },
    drawing: { title: 'No items found', drawing: 'search' },
  }),
  section('OptionList', OptionList, {
    normal: {
      id: 'gallery-options',
      label: 'Suggestions',
      options: ['status:', 'qty:', 'pos:'],
      keyOf: String,
      activeIndex: 1,
      onpoint: ignore,
      onchoose: ignore,
      children,
    },
    grouped: {
      id: 'gallery-grouped',
      label: 'Columns',
      options: ['status', 'qty', 'updatedAt'],
      keyOf: String,
      headingOf: (option: unknown) => (option === 'updatedAt' ? 'Dates' : 'Status and flags'),
      activeIndex: 0,
      onpoint: ignore,
      onchoose: ignore,
      children,
    },
  }),
  section(
    'ResizeHandle',
    ResizeHandle,
    each(['start', 'end'], (edge) => ({ ...handle, edge })),
  ),
  section('Grip', Grip, { normal: { label: 'Move Status', hint: 'Drag, or press an arrow key' } }),
  section('ColumnName', ColumnName, { normal: { label: 'POS number' } }),
  section('KeyHint', KeyHint, { normal: { name: 'Ctrl+F' } }),
  section('Mark', Mark, { normal: {}, large: { size: 48 } }),
  section(
    'ReviewIcon',
    ReviewIcon,
    each(REVIEW_MARKS, (mark) => ({ mark })),
  ),
  section(
    'SnapshotIcon',
    SnapshotIcon,
    each(['none', 'complete', 'incomplete'], (state) => ({ state })),
  ),
  section(
    'ShelfDrawing',
    ShelfDrawing,
    each(['download', 'search'], (kind) => ({ kind })),
  ),
  section(
    'Icon',
    Icon,
    each(Object.keys(ICONS) as IconName[], (name) => ({ name })),
  ),
]
