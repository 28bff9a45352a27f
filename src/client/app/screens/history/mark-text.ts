/** What a revision that went around the usual way is marked with. */
export const markText = {
  emergency: 'emergency',
  bypassed: 'without approval',
  restore: 'restored',
  import: 'imported',
  undo: 'undone',
} as const
