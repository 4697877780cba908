/**
 * Every word of the window's frame and of all its views except the items. English; a translation is another
 * object of the same shape. Numbers and dates arrive already formatted in the person's locale.
 */
export const strings = {
  dialog: {
    cancel: 'Cancel',
    close: 'Close',
    done: 'Done',
    save: 'Save',
  },
  error: {
    retry: 'Try again',
    details: 'Details',
    copyDetails: 'Copy details',
    copied: 'Copied',
    dismiss: 'Dismiss',
  },
  labels: {
    numbered: (name: string, value: number) => `${name} (${String(value)})`,
    nameThis: (value: number) => `${String(value)}: give it a name and a colour`,
  },
} as const
