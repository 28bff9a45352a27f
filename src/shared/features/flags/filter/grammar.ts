import { filterFields } from './filter.ts'

/** A suggestion for the filter, with its description: `is:stale`, “no longer of use”. */
export type FilterHint = { text: string; says: string }

/** Names in a project that suggestions are built from. */
export type FilterWords = {
  environments: readonly { key: string; name: string }[]
  tags: readonly string[]
  owners: readonly string[]
}

/** Values of the `is:` filter, with their descriptions. */
export const filterStates: Readonly<Record<string, string>> = {
  stale: 'not needed any more',
  settled: 'the same for everyone, for 2 weeks',
  live: 'in use',
  draft: 'never turned on',
  on: 'on in an environment',
  off: 'off everywhere',
  everywhere: 'on in every environment',
  ruled: 'with targeting rules',
  temporary: 'meant to go',
  permanent: 'meant to stay',
  client: 'available to client SDKs',
}

const types = ['boolean', 'string', 'number', 'object']
const ages: Readonly<Record<string, string>> = {
  '<1d': 'in the last day',
  '<7d': 'in the last 7 days',
  '<30d': 'in the last 30 days',
  '>30d': 'more than 30 days ago',
}

const fields: Readonly<Record<string, string>> = {
  is: 'state: is:stale, is:off',
  on: 'on in an environment: on:production',
  off: 'off in an environment: off:production',
  tag: 'tag: tag:web',
  owner: 'owner: owner:ada, owner:none',
  type: 'type: type:string',
  key: 'beginning of the key: key:check',
  updated: 'last publish: updated:<7d',
  created: 'created: created:>30d',
  env: 'environment and state: env:production=on',
}

const offered = (field: string, words: FilterWords): FilterHint[] => {
  const places = [{ key: 'any', name: 'any environment' }, ...words.environments]
  switch (field) {
    case 'is':
      return Object.entries(filterStates).map(([value, says]) => ({ text: `is:${value}`, says }))
    case 'on':
    case 'off':
      return places.map(({ key, name }) => ({ text: `${field}:${key}`, says: `${field} in ${name}` }))
    case 'env':
      return words.environments.flatMap(({ key, name }) =>
        ['on', 'off'].map((state) => ({ text: `env:${key}=${state}`, says: `${state} in ${name}` })),
      )
    case 'tag':
      return words.tags.map((tag) => ({ text: `tag:${tag.toLowerCase()}`, says: 'tag' }))
    case 'owner':
      return ['none', ...words.owners.map((name) => name.toLowerCase().split(' ')[0] ?? '')].map((owner) => ({
        text: `owner:${owner}`,
        says: owner === 'none' ? 'no owner' : 'owner',
      }))
    case 'type':
      return types.map((type) => ({ text: `type:${type}`, says: 'type' }))
    case 'updated':
    case 'created':
      return Object.entries(ages).map(([age, says]) => ({ text: `${field}:${age}`, says: `${field} ${says}` }))
    default:
      return []
  }
}

const most = 8

/** The word being typed: the text after the last space. */
export const lastWord = (query: string): string => /\S*$/.exec(query)?.[0] ?? ''

/** Suggestions for the last word of the filter, best first. Suggests all fields if there is no word. */
export const filterHints = (query: string, words: FilterWords): FilterHint[] => {
  const word = lastWord(query)
  const minus = word.startsWith('-') ? '-' : ''
  const bare = word.slice(minus.length).toLowerCase()
  const colon = bare.indexOf(':')
  const all =
    colon > 0
      ? offered(bare.slice(0, colon), words).filter(({ text }) => text.startsWith(bare) && text !== bare)
      : Object.entries(fields)
          .filter(([field]) => field.startsWith(bare))
          .map(([field, says]) => ({ text: `${field}:`, says }))
  const seen = new Set<string>()
  return all
    .filter(({ text }) => !seen.has(text) && seen.add(text))
    .slice(0, most)
    .map(({ text, says }) => ({ text: minus + text, says }))
}

/**
 * Describes each unknown field or value of a query in a sentence. Plain words are searched for as text, so they are
 * always valid. So is the last word, which is still being typed.
 */
export const filterProblems = (query: string, words: Pick<FilterWords, 'environments'>): string[] =>
  query
    .trim()
    .split(/\s+/)
    .flatMap((part) => {
      const bare = part.replace(/^-(?=.)/, '').toLowerCase()
      const [, field = '', value = ''] = /^([^:]+):(.*)$/.exec(bare) ?? []
      if (field === '') return []
      if (!filterFields.includes(field)) return [`“${part}” is searched as text: “${field}:” isn’t a filter.`]
      if (value === '') return []
      const isPlace = (key: string) =>
        key === 'any' || words.environments.length === 0 || words.environments.some((one) => one.key.startsWith(key))
      if (field === 'is' && !Object.hasOwn(filterStates, value))
        return [`“${part}” finds nothing: after is: comes ${Object.keys(filterStates).join(', ')}.`]
      if ((field === 'on' || field === 'off') && !isPlace(value))
        return [`“${part}” finds nothing: “${value}” isn’t an environment.`]
      if (field === 'env' && !(/^[^=]+=(on|off)$/.test(value) && isPlace(value.split('=')[0] ?? '')))
        return [`“${part}” finds nothing: write env:production=on.`]
      if (field === 'type' && !types.some((type) => type.startsWith(value)))
        return [`“${part}” finds nothing: after type: comes ${types.join(', ')}.`]
      if ((field === 'updated' || field === 'created') && !/^[<>]\d+[hdw]$/.test(value))
        return [`“${part}” finds nothing: write ${field}:<7d or ${field}:>6w.`]
      return []
    })
