/** Labels of revisions that were not published in the usual way. */
export const markText = {
  emergency: 'emergency',
  bypassed: 'without approval',
  restore: 'restored',
  ramp: 'ramp',
  rollback: 'ramp undone',
  import: 'imported',
  undo: 'undone',
} as const
