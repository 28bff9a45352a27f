import { sameJson } from '../../../shared/datafile/same-json.ts'
import type { ProposedEntry } from '../../../shared/features/changes/schemas/change.ts'
import type { Proposal } from './load-change.ts'

/** A subject that a change proposed, with its earlier document if the proposal has changed. */
type ReplacedEntry = { environment: string; kind: string; key: string; document?: Proposal['entry']['document'] }

/** The earlier proposals of a change, for its audit event. Subjects absent from `entries` were removed. */
export const replacedEntries = (
  proposals: readonly Proposal[],
  entries: readonly Pick<ProposedEntry, 'environment' | 'kind' | 'key' | 'document'>[],
): ReplacedEntry[] =>
  proposals.map(({ environment, entry: { kind, key, document } }) => {
    const place = { environment: environment.key, kind, key }
    const now = entries.find((one) => one.environment === place.environment && one.kind === kind && one.key === key)
    const isSame = now !== undefined && sameJson(now.document, document)
    return isSame ? place : { ...place, document }
  })
