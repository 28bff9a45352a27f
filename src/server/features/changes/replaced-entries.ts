import { sameJson } from '../../../shared/datafile/same-json.ts'
import type { ProposedEntry } from '../../../shared/features/changes/schemas/change.ts'
import type { Proposal } from './load-change.ts'

/** Where a change proposed something, with the document that it proposed there unless it still proposes the same. */
type ReplacedEntry = { environment: string; kind: string; key: string; document?: Proposal['entry']['document'] }

/** What a change proposed before its entries were replaced, for its event: a place that is no longer there is removed. */
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
