import type { Condition } from '../../src/shared/schemas/condition.ts'
import { Datafile } from '../../src/shared/schemas/datafile.ts'
import type { Imported } from '../../src/shared/vendors/importing/imported.ts'

/** Converts an importer's result to a datafile as an SDK downloads it: through JSON, and validated by its schema. */
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
 * A datafile with one flag that returns whether a condition, which may refer to these segments, matches. `remember`
 * reports when that is unknown.
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

/** Memoizes by key, so that a configuration is compiled once for all of its cases. */
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
