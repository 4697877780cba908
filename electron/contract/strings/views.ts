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
  everyList: 'All lists',

  builtIn: {
    noArtwork: 'Items without artwork',
    locked: 'Locked',
    changed: 'Changed since last download',
    duplicates: 'Duplicate POS numbers',
    quantityZero: 'Quantity zero',
  },

  saveDialog: {
    title: 'Save this view',
    text: 'Includes the search, filters, groups, sort, columns and row colors.',
    name: 'Name',
    placeholder: 'For example To be approved',
    nameMissing: 'Enter a name for the view.',
    place: 'Available in',
    thisCampaign: 'This campaign',
    replaces: (name: string) => `Replaces the view “${name}”.`,
    replace: 'Replace',
    saved: (name: string) => `View ${name} saved.`,
  },

  renameDialog: { title: 'Rename view', taken: 'Another view has this name.' },

  deleteDialog: {
    title: 'Delete the view?',
    text: (name: string) => `“${name}” is removed from the views. No items are deleted.`,
    delete: 'Delete view',
    deleted: (name: string) => `View ${name} deleted.`,
  },
} as const
