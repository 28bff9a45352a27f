import type { FlagDocument } from '../../../shared/schemas/flag.ts'
import type { SegmentDocument } from '../../../shared/schemas/segment.ts'
import type { Db } from '../../platform/db/pool.ts'
import type { ProvenEnvironment } from '../../platform/kernel/scope.ts'
import { groundAt } from './ground-queries.ts'
import type { Subject } from './subject-queries.ts'
import { turnedOffAfter } from './turned-on-queries.ts'

type Documented = Subject & { readonly document: FlagDocument | SegmentDocument | null }

/** What an environment held when flags that are turned on now were last on, and after which revision that ended. */
export type LastOn = {
  readonly number: number
  readonly flags: readonly string[]
  readonly places: readonly Documented[]
}

/**
 * What is turned on was off by a publish that nothing refuses: it is compared with what it was when it was last on, too, or
 * whatever is edited while it is off would be no worse than off. One for each revision that turned some of them off.
 */
export async function lastOn(
  db: Db,
  environment: ProvenEnvironment,
  turned: readonly string[],
  places: readonly Documented[],
): Promise<LastOn[]> {
  if (turned.length === 0) return []
  const subjects = places.map(({ kind, key }) => ({ kind, key }))
  const found: LastOn[] = []
  for (const { number, flags } of await turnedOffAfter(db, environment, turned)) {
    const ground = await groundAt(db, environment, number, subjects)
    found.push({
      number,
      flags,
      places: [...ground].map(([place, document]) => ({
        kind: place.startsWith('flag/') ? 'flag' : 'segment',
        key: document.key,
        document,
      })),
    })
  }
  return found
}

/** The flags of these that are not on here; with documents, those that these turn on. */
export const turnedOn = (
  subjects: readonly (Subject & { readonly document?: FlagDocument | SegmentDocument | null })[],
  places: readonly Documented[],
): string[] => {
  const isOn = new Set(places.flatMap(({ kind, key, document }) => (kind === 'flag' && on(document) ? [key] : [])))
  return subjects.flatMap(({ kind, key, document }) =>
    kind === 'flag' && (document === undefined || on(document)) && !isOn.has(key) ? [key] : [],
  )
}

const on = (document: FlagDocument | SegmentDocument | null): boolean =>
  document !== null && 'on' in document && document.on
