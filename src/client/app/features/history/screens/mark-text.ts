/** What a revision that went around the usual way is marked with. */
export const markText = {
  emergency: 'emergency',
  bypassed: 'without approval',
  restore: 'restored',
  ramp: 'ramp',
  rollback: 'ramp undone',
  import: 'imported',
  undo: 'undone',
} as const
