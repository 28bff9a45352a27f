import { skipToken } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { referencesOf } from '../../../../../../shared/datafile/references.ts'
import { answersOf } from '../../../../../../shared/lint/answer.ts'
import type { LintContext } from '../../../../../../shared/lint/finding.ts'
import type { FlagDocument } from '../../../../../../shared/schemas/flag.ts'
import { segmentSummary } from '../../../../../../shared/text/diff/document-difference.ts'
import { useSameList } from '../../../../components/use-same-list.ts'
import { trpc } from '../../../../trpc.ts'
import type { MatchData } from '../../../affected/match-worker.ts'
import { knownAttributes } from '../../../targeting/known-attributes.ts'
import type { KnownSegment } from '../../../targeting/known-segments.ts'

const staleTime = 5 * 60_000

/** Data around a flag’s document in an environment, as far as it is loaded: for checks, counts and suggestions. */
export type TargetingData = LintContext & {
  /** Number of recent contexts. Null while unknown. */
  contexts: number | null
  /** Whether the environment stores contexts. */
  sampling: boolean
  segments: ReadonlyMap<string, KnownSegment>
  /** Data to count rules with. Null without contexts. */
  ground: MatchData | null
}

/** Loads nothing if `wanted` is false. */
export const useTargetingData = (
  project: string,
  environment: string,
  document: FlagDocument,
  wanted: boolean,
): TargetingData => {
  const [nowMs] = useState(() => Date.now())
  const place = wanted ? { project, environment } : skipToken
  const declared = trpc.attributes.list.useQuery(wanted ? { project } : skipToken, { staleTime: 60_000 }).data
  const recent = trpc.contexts.recent.useQuery(place, { staleTime }).data
  const contexts = recent?.contexts
  const some = contexts !== undefined && contexts.length > 0
  const references = referencesOf(document).filter(({ key }) => key !== '' && key !== document.key)
  const subjects = [{ kind: 'flag' as const, key: document.key }, ...references].slice(0, 200)
  const part = some && wanted ? { project, environment, subjects } : skipToken
  const datafile = trpc.history.asOf.useQuery(part, { staleTime, placeholderData: (before) => before }).data
  const keysOf = (of: 'flag' | 'segment') => (wanted ? references : []).filter(({ kind }) => kind === of)
  const flags = trpc.useQueries((t) => keysOf('flag').map(({ key }) => t.flags.get({ project, flag: key })))
  const segments = trpc.useQueries((t) => keysOf('segment').map(({ key }) => t.segments.get({ project, segment: key })))
  const attributes = useMemo(
    () =>
      knownAttributes(
        declared ?? [],
        (contexts ?? []).map(({ context }) => context),
      ),
    [declared, contexts],
  )
  const ground = useMemo(
    () =>
      contexts === undefined || datafile === undefined || contexts.length === 0
        ? null
        : { datafile, contexts: contexts.map(({ context }) => context), nowMs },
    [contexts, datafile, nowMs],
  )
  // Independent of what is typed, so that other rules are not rendered again.
  const flagPages = useSameList(flags.map(({ data }) => data))
  const segmentPages = useSameList(segments.map(({ data }) => data))
  const named = useMemo(
    () => ({
      answers: answersOf(flagPages.flatMap((page) => page?.heads[environment]?.document ?? [])),
      segments: new Map(
        segmentPages.flatMap((page): [string, KnownSegment][] => {
          const there = page?.heads[environment]?.document
          return page === undefined || there === undefined
            ? []
            : [[page.segment.key, { name: page.segment.name, summary: segmentSummary(there) }]]
        }),
      ),
      known: {
        flags: Object.fromEntries(
          flagPages.flatMap((page) => {
            const there = page?.heads[environment]?.document
            return there === undefined || there === null ? [] : [[there.key, there]]
          }),
        ),
        segments: Object.fromEntries(
          segmentPages.flatMap((page) => {
            const there = page?.heads[environment]?.document
            return there === undefined || there === null ? [] : [[there.key, there]]
          }),
        ),
      },
      emptySegments: new Set(
        segmentPages.flatMap((page) => {
          const there = page?.heads[environment]?.document
          return there !== undefined && there.included.length === 0 && there.when === null ? [there.key] : []
        }),
      ),
    }),
    [flagPages, segmentPages, environment],
  )
  const sampling = recent?.sampling ?? false
  const count = contexts?.length ?? null
  return useMemo(
    () => ({ attributes, ...named, contexts: count, sampling, ground }),
    [attributes, named, count, sampling, ground],
  )
}
