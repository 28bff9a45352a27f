/**
 * All single-key shortcuts in the order of the settings page. A test enforces that the list matches what screens
 * register.
 */
export const singleKeys: readonly { keys: string; label: string; where: string }[] = [
  { keys: '?', label: 'Show keyboard shortcuts', where: 'everywhere' },
  { keys: 'z', label: 'Undo last publish', where: 'everywhere' },
  { keys: 'y', label: 'Copy snippet', where: 'project' },
  { keys: '=', label: 'Compare environments', where: 'project' },
  { keys: 'w', label: 'Why someone gets a variant', where: 'project' },
  { keys: 'c', label: 'New flag', where: 'flag list' },
  { keys: '/', label: 'Filter flags', where: 'flag list' },
  { keys: 'j', label: 'Next flag', where: 'flag list' },
  { keys: 'k', label: 'Previous flag', where: 'flag list' },
  { keys: 'o', label: 'Open flag', where: 'flag list' },
  { keys: 'h', label: 'History of flag', where: 'flag list' },
  { keys: 'Space', label: 'Peek at flag', where: 'flag list' },
  { keys: 'x', label: 'Select flag', where: 'flag list' },
  { keys: 'r', label: 'Set percentage', where: 'flag list' },
  { keys: 'v', label: 'Save filter as a view', where: 'flag list' },
  { keys: 'n', label: 'New promise', where: 'promises' },
  { keys: 'a', label: 'Add rule', where: 'flag' },
  { keys: '[', label: 'Previous environment', where: 'flag' },
  { keys: ']', label: 'Next environment', where: 'flag' },
  { keys: 'p', label: 'Pause or resume ramp', where: 'ramp' },
  { keys: 'b', label: 'Undo ramp', where: 'ramp' },
  { keys: 's', label: 'Start experiment', where: 'experiment' },
  { keys: '.', label: 'Next metric', where: 'experiment' },
  { keys: 'd', label: 'Show details', where: 'experiment' },
]
