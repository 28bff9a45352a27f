import type { ChangeSubject } from '../../../../shared/features/changes/schemas/change.ts'
import { useStoredKeys } from '../../components/stored.ts'

const drafts = 'fanion/draft/'
const discardedPrefix = 'fanion/draft-gone/'

/** Common prefix of the keys of drafts and of discard markers. */
export const anyDraft = 'fanion/draft'

const within = (project: string, { kind, key, environment }: ChangeSubject): string =>
  `${project}/${kind}/${key}/${environment}`

/** Storage key of the draft of a flag or segment in one environment. */
export const draftKey = (project: string, place: ChangeSubject): string => `${drafts}${within(project, place)}`

/** Storage key of the marker that a draft was discarded. It stays until the server confirms. */
export const discardedKey = (draft: string): string => `${discardedPrefix}${draft.slice(drafts.length)}`

export const draftKeyOfDiscarded = (gone: string): string => `${drafts}${gone.slice(discardedPrefix.length)}`

export const prefixesOf = (project: string) => ({
  drafts: `${drafts}${project}/`,
  gone: `${discardedPrefix}${project}/`,
})

/** Parses a draft key. Null if it is not valid. */
export const placeOf = (draftKeyText: string): ChangeSubject | null => {
  const [kind, key = '', environment = ''] = draftKeyText.slice(drafts.length).split('/').slice(1)
  return kind === 'flag' || kind === 'segment' ? { kind, key, environment } : null
}

/** Keys of the project’s flags that have a draft in this browser. */
export const useDraftedFlags = (project: string): ReadonlySet<string> => {
  const keys = useStoredKeys(`${prefixesOf(project).drafts}flag/`)
  return new Set(keys.map((key) => placeOf(key)?.key ?? ''))
}
