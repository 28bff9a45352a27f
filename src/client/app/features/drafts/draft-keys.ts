import type { Place } from '../../../../shared/features/changes/schemas/change.ts'
import { useStoredKeys } from '../../components/stored.ts'

const drafts = 'fanion/draft/'
const thrownAway = 'fanion/draft-gone/'

/** What the keys of all drafts and of all such notes begin with. */
export const anyDraft = 'fanion/draft'

const within = (project: string, { kind, key, environment }: Place): string =>
  `${project}/${kind}/${key}/${environment}`

/** Where the draft of a flag or segment in one environment is kept. */
export const draftKey = (project: string, place: Place): string => `${drafts}${within(project, place)}`

/** Where it is noted that such a draft was thrown away, until the server knows. */
export const goneKey = (draft: string): string => `${thrownAway}${draft.slice(drafts.length)}`

/** The draft's own key of such a note. */
export const draftOfGone = (gone: string): string => `${drafts}${gone.slice(thrownAway.length)}`

export const prefixesOf = (project: string) => ({ drafts: `${drafts}${project}/`, gone: `${thrownAway}${project}/` })

/** The place that a key of a draft names; null for what is no such key. */
export const placeOf = (draftKeyText: string): Place | null => {
  const [kind, key = '', environment = ''] = draftKeyText.slice(drafts.length).split('/').slice(1)
  return kind === 'flag' || kind === 'segment' ? { kind, key, environment } : null
}

/** Keys of the flags of a project that have a draft in this browser. */
export const useDraftedFlags = (project: string): ReadonlySet<string> => {
  const keys = useStoredKeys(`${prefixesOf(project).drafts}flag/`)
  return new Set(keys.map((key) => placeOf(key)?.key ?? ''))
}
