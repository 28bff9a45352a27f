import type { Condition } from '../../src/shared/schemas/condition.ts'
import { Datafile } from '../../src/shared/schemas/datafile.ts'
import type { Imported } from '../../src/shared/vendors/importing/imported.ts'

/** What a compiler made, as the datafile a program downloads: through JSON, and checked by its schema. */
export const datafileOf = ({ flags, segments }: Pick<Imported, 'flags' | 'segments'>): Datafile =>
  Datafile.parse(
    JSON.parse(
      JSON.stringify({
        format: 1,
        project: 'conformance',
        environment: 'conformance',
        revision: 1,
        publishedAt: '2026-01-01T00:00:00.000Z',
        digest: '',
        flags,
        segments,
      }),
    ),
  )

/**
 * A datafile with one flag that answers whether a condition, which may name these segments, holds. `remember` tells when
 * that is unknown.
 */
export const conditionFile = (
  condition: Condition,
  segments: Imported['segments'] = {},
  onUnknown: 'skip' | 'remember' = 'skip',
): Datafile =>
  datafileOf({
    flags: {
      flag: {
        key: 'flag',
        type: 'boolean',
        on: true,
        variants: { yes: true, no: false },
        offVariant: 'no',
        prerequisites: [],
        rules: [{ id: 'rule', when: condition, serve: { variant: 'yes' }, onUnknown }],
        otherwise: { variant: 'no' },
        salt: 'salt',
        visibleToClients: false,
      },
    },
    segments,
  })

/** Makes something of every key once: a configuration is compiled for all its cases together. */
export const once = <K, V>(make: (key: K) => V): ((key: K) => V) => {
  const made = new Map<K, V>()
  return (key) => {
    const known = made.get(key)
    if (known !== undefined || made.has(key)) return known as V
    const value = make(key)
    made.set(key, value)
    return value
  }
}
