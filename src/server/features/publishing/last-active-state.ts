import type { FlagDocument } from '../../../shared/schemas/flag.ts'
import type { SegmentDocument } from '../../../shared/schemas/segment.ts'
import type { Db } from '../../platform/db/pool.ts'
import type { ProvenEnvironment } from '../../platform/kernel/scope.ts'
import { dependenciesAtRevision } from './dependency-queries.ts'
import { lastActiveRevisionsOf } from './last-active-queries.ts'
import type { Subject } from './subject-queries.ts'

type Documented = Subject & { readonly document: FlagDocument | SegmentDocument | null }

/**
 * The state of an environment when flags that are now turned on were last on, and the last revision with that state.
 */
export type LastActiveEnvironmentState = {
  readonly number: number
  readonly flags: readonly string[]
  readonly places: readonly Documented[]
}

/**
 * Returns the states in which the turned-on flags were last on, one per revision. Promises are compared with these too:
 * turning off is never rejected, so edits made while a flag is off would otherwise count as no worse than off.
 */
export async function lastActiveStates(
  db: Db,
  environment: ProvenEnvironment,
  turned: readonly string[],
  places: readonly Documented[],
): Promise<LastActiveEnvironmentState[]> {
  if (turned.length === 0) return []
  const subjects = places.map(({ kind, key }) => ({ kind, key }))
  const found: LastActiveEnvironmentState[] = []
  for (const { number, flags } of await lastActiveRevisionsOf(db, environment, turned)) {
    const ground = await dependenciesAtRevision(db, environment, number, subjects)
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

/** The flags among these that are off here. If documents are given, only those that they turn on. */
export const flagsTurnedOn = (
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
