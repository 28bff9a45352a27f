/** Every single key, in the order of the settings page. A test holds the list to what the screens register. */
export const singleKeys: readonly { keys: string; label: string; where: string }[] = [
  { keys: '?', label: 'Show these shortcuts', where: 'everywhere' },
  { keys: 'z', label: 'Undo the last publish', where: 'everywhere' },
  { keys: 'y', label: 'Copy the snippet', where: 'project' },
  { keys: '=', label: 'Compare environments', where: 'project' },
  { keys: 'w', label: 'Why somebody gets a flag', where: 'project' },
  { keys: 'c', label: 'New flag', where: 'flag list' },
  { keys: '/', label: 'Filter the flags', where: 'flag list' },
  { keys: 'j', label: 'Next flag', where: 'flag list' },
  { keys: 'k', label: 'Previous flag', where: 'flag list' },
  { keys: 'o', label: 'Open the flag', where: 'flag list' },
  { keys: 'Space', label: 'Peek at the flag', where: 'flag list' },
  { keys: 'x', label: 'Select the flag', where: 'flag list' },
  { keys: 'r', label: 'Set a percentage', where: 'flag list' },
  { keys: 'a', label: 'Add a rule', where: 'flag' },
  { keys: '[', label: 'Open the environment before', where: 'flag' },
  { keys: ']', label: 'Open the environment after', where: 'flag' },
]
