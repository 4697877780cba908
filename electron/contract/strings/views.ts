/** Strings of saved views. */
export const strings = {
  button: 'Views',
  hint: 'Saved searches, filters, sorts and columns',
  current: (name: string) => `View: ${name}`,
  defaultView: 'Default view',
  builtInHeading: 'Always there',
  savedHeading: 'Saved',
  everything: 'Everything',
  rename: (name: string) => `Rename “${name}”…`,
  remove: (name: string) => `Delete “${name}”…`,
  shown: (name: string) => `View ${name}`,
  everyList: 'Every list',

  builtIn: {
    noArtwork: 'Items without artwork',
    locked: 'Locked',
    changed: 'Changed since last download',
    duplicates: 'Duplicate POS numbers',
    quantityZero: 'Quantity zero',
  },

  saveDialog: {
    title: 'Save this view',
    text: 'Search, filters, groups, sort, columns and row colors as they are now.',
    name: 'Name',
    placeholder: 'For example To be approved',
    nameMissing: 'Give the view a name.',
    place: 'Where it can be chosen',
    replaces: (name: string) => `There is a view “${name}” already. It will be replaced.`,
    replace: 'Replace',
    saved: (name: string) => `View ${name} saved.`,
  },

  renameDialog: { title: 'Rename view', taken: 'Another view has this name.' },

  deleteDialog: {
    title: 'Delete this view?',
    text: (name: string) =>
      `The view “${name}” is deleted for good. The items stay as they are, and so does the list.`,
    delete: 'Delete view',
    deleted: (name: string) => `View ${name} deleted.`,
  },
} as const
