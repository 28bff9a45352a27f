/** Display names of fields. Other fields use their identifier, split into lowercase words. */
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

/** Display names of the members of lists and records in a document. */
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

/** The steps of a path in the format of `pathText`: `rules[0].when`, `variants["a.b"]`, `flags["x"].rules[1]`. */
const stepsOf = (path: string): Step[] =>
  [...path.matchAll(/\["((?:[^"\\]|\\.)*)"\]|\[(\d+)\]|([^.[\]]+)/g)].map(([, key, index, name]) => ({
    name: index ?? name ?? quoted(`"${key}"`),
    isNumber: index !== undefined,
  }))

/** `flagKeyPattern` becomes "flag key pattern". Names that are not plain words are user-defined and stay. */
const spaced = (name: string): string =>
  fields[name] ??
  (/^[A-Za-z]+$/.test(name) ? name.replaceAll(/(?<=[a-z])[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`) : name)

const memberText = (list: string, noun: string, { name, isNumber }: Step, ruleIds: readonly string[]): string => {
  if (isNumber) return `${noun} ${Number(name) + 1}`
  if (name === 'order' && !ruleIds.includes(name)) return `order of ${list}`
  if (list !== 'rules') return `${noun} ${name}`
  const at = ruleIds.indexOf(name)
  // A removed rule has no number.
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
    // An `entries` request contains flags and segments, which are described by position.
    const one = name === 'entries' ? 'item' : spaced(name)
    return [`${one} ${Number(member.name) + 1}`, ...partsOf(rest, ruleIds)]
  }
  return [spaced(name), ...partsOf(steps.slice(1), ruleIds)]
}

/**
 * Describes the location of a path in a document or form: `rule 2`, `variant compact`, `checkout, rule 1`. Rules
 * addressed by id are numbered by `ruleIds`. The result never contains raw path syntax.
 */
export const placeText = (path: string, ruleIds: readonly string[] = []): string =>
  partsOf(stepsOf(path), ruleIds).join(', ')

/** The named field below a member of a list: `serve` in `rules.nordic.serve`. */
export const fieldBelow = (path: string): string | undefined => {
  const [list, , field] = stepsOf(path)
  if (list === undefined || field === undefined || !Object.hasOwn(members, list.name)) return undefined
  return field.name === 'when' ? 'when' : spaced(field.name)
}
