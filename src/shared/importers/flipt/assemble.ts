import { type Description, type Fields, isFields, listed, textOf, Unreadable, type VendorReader } from '../assembly.ts'
import type { KnownKeys } from '../display-keys.ts'
import { environmentNames } from '../environment-names.ts'
import { parsed } from '../parsed.ts'
import { compileFlipt } from './compile.ts'
import { FliptConfig } from './config.ts'

const isNamespace = (value: unknown): value is Fields =>
  isFields(value) &&
  listed(value['flags']).some(
    (flag) => 'key' in flag && /^(?:VARIANT|BOOLEAN)_FLAG_TYPE$/.test(textOf(flag['type']) ?? ''),
  )

/** The namespaces of a file, which may hold several as documents of YAML. */
const namespacesIn = (value: unknown): readonly Fields[] => {
  const all: unknown[] = Array.isArray(value) ? value : [value]
  if (!all.some(isNamespace) || !all.every((one) => isNamespace(one) || (isFields(one) && 'namespace' in one)))
    return []
  // the flags of older files do not say that they have variants
  return all.filter((one): one is Fields => isFields(one) && listed(one['flags']).length > 0)
}

/** What several files or documents say of one namespace is all of it. */
const together = (some: Fields | undefined, more: Fields): Fields => ({
  ...some,
  ...more,
  flags: [...listed(some?.['flags']), ...listed(more['flags'])],
  segments: [...listed(some?.['segments']), ...listed(more['segments'])],
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

/** Flipt: its export, or the features it keeps in files; a namespace is an environment. */
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
      const config = parsed(FliptConfig, `The namespace ${name}`, 'Flipt', value)
      return { name, critical: false, compile: (known: KnownKeys) => compileFlipt(config, known), original: config }
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
