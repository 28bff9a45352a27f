/** What a field is called where people read it; any other by its name, in words of lower case. */
const fields: Readonly<Record<string, string>> = {
  on: 'status',
  otherwise: 'everyone else',
  offVariant: 'when off',
  visibleToClients: 'available to client SDKs',
  included: 'always include',
  excluded: 'always exclude',
  when: 'everyone where',
  message: 'note',
  jsonSchema: 'JSON Schema',
  ip: 'IP address',
  url: 'URL',
}

/** Lists and records of a document: what one of their members is called. */
const members: Readonly<Record<string, string>> = {
  rules: 'rule',
  prerequisites: 'prerequisite',
  variants: 'variant',
}

const quoted = (key: string): string => {
  try {
    return String(JSON.parse(key))
  } catch {
    return key
  }
}

type Step = { name: string; isNumber: boolean }

/** The steps of a path as `pathText` writes it: `rules[0].when`, `variants["a.b"]`, `flags["x"].rules[1]`. */
const stepsOf = (path: string): Step[] =>
  [...path.matchAll(/\["((?:[^"\\]|\\.)*)"\]|\[(\d+)\]|([^.[\]]+)/g)].map(([, key, index, name]) => ({
    name: index ?? name ?? quoted(`"${key}"`),
    isNumber: index !== undefined,
  }))

/** `flagKeyPattern` is the flag key pattern; what is no plain word is somebody's own, and stays. */
const spaced = (name: string): string =>
  fields[name] ??
  (/^[A-Za-z]+$/.test(name) ? name.replaceAll(/(?<=[a-z])[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`) : name)

const memberText = (list: string, noun: string, { name, isNumber }: Step, ruleIds: readonly string[]): string => {
  if (isNumber) return `${noun} ${Number(name) + 1}`
  if (name === 'order' && !ruleIds.includes(name)) return `order of ${list}`
  if (list !== 'rules') return `${noun} ${name}`
  const at = ruleIds.indexOf(name)
  // a rule that is gone has no number any more
  return at < 0 ? `a ${noun}` : `${noun} ${at + 1}`
}

const partsOf = (steps: readonly Step[], ruleIds: readonly string[]): string[] => {
  const [field, member, ...rest] = steps
  if (field === undefined) return []
  const { name } = field
  if (name === 'document') return partsOf(steps.slice(1), ruleIds)
  const noun = Object.hasOwn(members, name) ? members[name] : undefined
  if (noun !== undefined) return [member === undefined ? name : memberText(name, noun, member, ruleIds)]
  if (Object.hasOwn(fields, name)) return [spaced(name)]
  if ((name === 'flags' || name === 'segments') && member !== undefined && !member.isNumber)
    return [member.name, ...partsOf(rest, ruleIds)]
  if (member?.isNumber) {
    // a request of entries is one of flags and segments, told by their place
    const one = name === 'entries' ? 'item' : spaced(name)
    return [`${one} ${Number(member.name) + 1}`, ...partsOf(rest, ruleIds)]
  }
  return [spaced(name), ...partsOf(steps.slice(1), ruleIds)]
}

/**
 * Where in a document or a form something is, for people: `rule 2`, `variant compact`, `checkout, rule 1`. Rules that a path
 * names by their ids are counted as `ruleIds` has them. No path of a program is ever left in it.
 */
export const placeText = (path: string, ruleIds: readonly string[] = []): string =>
  partsOf(stepsOf(path), ruleIds).join(', ')

/** The last field of a path below a member, where it has a name: `serve` of `rules.nordic.serve`. */
export const fieldBelow = (path: string): string | undefined => {
  const [list, , field] = stepsOf(path)
  if (list === undefined || field === undefined || !Object.hasOwn(members, list.name)) return undefined
  return field.name === 'when' ? 'when' : spaced(field.name)
}
