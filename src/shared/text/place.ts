/** What a field of a document is called where people read it. */
const fields: Readonly<Record<string, string>> = {
  otherwise: 'everyone else',
  offVariant: 'when off',
  visibleToClients: 'available to client SDKs',
  included: 'always include',
  excluded: 'always exclude',
  when: 'everyone where',
  message: 'note',
}

const quoted = (key: string): string => {
  try {
    return String(JSON.parse(key))
  } catch {
    return key
  }
}

/** The steps of a path as `pathText` writes it: `rules[0].when`, `variants["a.b"]`, `flags["x"].rules[1]`. */
const stepsOf = (path: string): string[] =>
  [...path.matchAll(/\["((?:[^"\\]|\\.)*)"\]|\[(\d+)\]|([^.[\]]+)/g)].map(
    ([, key, index, name]) => index ?? name ?? quoted(`"${key}"`),
  )

/** Where in a document something is wrong, for people: `rule 2`, `variant compact`, `checkout, rule 1`. */
export const placeText = (path: string): string => {
  const [field = '', at = '', ...rest] = stepsOf(path)
  const number = Number(at) + 1
  if (field === 'flags' || field === 'segments' || field === 'entries')
    return [
      at,
      ...(rest.length === 0
        ? []
        : [placeText(rest.map((step) => (/^\d+$/.test(step) ? `[${step}]` : `[${JSON.stringify(step)}]`)).join(''))]),
    ].join(', ')
  if (field === 'rules') return at === '' ? 'rules' : `rule ${number}`
  if (field === 'prerequisites') return at === '' ? 'prerequisites' : `prerequisite ${number}`
  if (field === 'variants') return at === '' ? 'variants' : `variant ${at}`
  return fields[field] ?? path
}
