import {
  type Description,
  type Fields,
  isFields,
  listed,
  maxCharacteristicFields,
  textOf,
  Unreadable,
  type VendorReader,
} from '../../importing/assembly.ts'
import type { KnownKeys } from '../../importing/display-keys.ts'
import { environmentNames } from '../../importing/environment-names.ts'
import { compileFlipt } from './compile.ts'
import { readFliptConfig } from './read-config.ts'

/** In most files, flags have no `type`. They are flags with variants. */
const isNamespace = (value: unknown): value is Fields =>
  isFields(value) &&
  Array.isArray(value['flags']) &&
  maxCharacteristicFields(value['flags'], ['key', 'name', 'enabled', 'type', 'variants', 'rules', 'rollouts']) >= 2 &&
  !('group_type_mapping' in value) &&
  maxCharacteristicFields(value['flags'], ['filters', 'state', 'variations', 'conditions']) === 0

/** The namespaces of a file, which can contain several YAML documents. */
const namespacesIn = (value: unknown): readonly Fields[] => {
  const all: unknown[] = Array.isArray(value) ? value : [value]
  if (!all.some(isNamespace)) return []
  return all.filter((one): one is Fields => isFields(one) && (isNamespace(one) || listed(one['segments']).length > 0))
}

/** Concatenates two lists. A value that is not a list is kept, to be reported later. */
const bothOf = (some: unknown, more: unknown): unknown => {
  if (some === undefined || some === null) return more ?? []
  if (more === undefined || more === null) return some
  return Array.isArray(some) && Array.isArray(more) ? [...(some as unknown[]), ...(more as unknown[])] : more
}

/** Merges the content of one namespace from several files or documents. */
const together = (some: Fields | undefined, more: Fields): Fields => ({
  ...some,
  ...more,
  flags: bothOf(some?.['flags'], more['flags']),
  segments: bothOf(some?.['segments'], more['segments']),
})

const keyOf = ({ namespace }: Fields): string | undefined =>
  textOf(namespace) ?? (isFields(namespace) ? textOf(namespace['key']) : undefined)

const descriptionOf = (flag: Fields): Description => {
  const metadata = isFields(flag['metadata']) ? flag['metadata'] : {}
  return {
    name: textOf(flag['name']),
    description: textOf(flag['description']),
    temporary: metadata['temporary'] === undefined ? undefined : metadata['temporary'] === true,
    owner: textOf(metadata['owner']),
  }
}

/** Flipt: its export, or its `features` files. Each namespace becomes an environment. */
export const readFlipt: VendorReader = {
  vendor: 'flipt',
  recognise: (value) => (namespacesIn(value).length > 0 ? 'namespaces' : null),
  assemble: (parts) => {
    const guessed = environmentNames(parts.map(({ name }) => name))
    const found = new Map<string, Fields>()
    for (const [i, { name, value }] of parts.entries()) {
      for (const one of namespacesIn(value)) {
        const namespace = keyOf(one) ?? guessed[i] ?? name
        found.set(namespace, together(found.get(namespace), one))
      }
    }
    if (found.size === 0)
      throw new Unreadable('There is no export of Flipt among these files: flipt export --all-namespaces.')
    const environments = [...found].map(([name, value]) => {
      const { config, unread } = readFliptConfig(`The namespace ${name}`, value)
      const compile = (known: KnownKeys) => compileFlipt(config, known)
      return { name, critical: false, compile, original: config, unread }
    })
    const flags = [...found.values()].flatMap((one) => listed(one['flags']))
    return {
      project: '',
      environments,
      flags: new Map(flags.map((flag) => [String(flag['key']), descriptionOf(flag)])),
      archived: 0,
      notes: [],
    }
  },
}
