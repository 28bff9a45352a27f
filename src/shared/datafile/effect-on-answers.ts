import type { Entry } from '../features/publishing/schemas/revision.ts'
import type { FlagDocument } from '../schemas/flag.ts'
import { AnswerForms, type Documents } from './answer-forms.ts'
import { canonicalJson } from './canonical-json.ts'
import { referencesOf } from './references.ts'

/** What a publication would do to the answers of an environment. */
export type Effect = {
  /** The flags of which somebody's answer may differ afterwards, ordered; certain is only that no other's does. */
  changed: readonly string[]
  /** Flags are turned off and nothing else is done, and each changed flag answers everybody as it does when it is off. */
  turnsOff: boolean
  /** Subjects only come, or only come and go: none is there before and after. */
  comes: boolean
  comesOrGoes: boolean
  /** The documents that the publication leaves, and the answers of theirs and of whatever leads to them, before and after. */
  result: string
  /** The forms of the changed flags afterwards. */
  forms: ReadonlyMap<string, string>
}

/**
 * The one answer to whether a publication needs an approval: what it may change for anybody. `before` must hold the
 * subjects of the entries, whatever leads to them by reference, and all that any of these and the new documents lead to.
 */
export function effectOn(before: Documents, entries: readonly Entry[], hash: (text: string) => string): Effect {
  const after = documentsAfter(before, entries)
  const [was, becomes] = [new AnswerForms(before, hash), new AnswerForms(after, hash)]
  const reached = flagsLeadingTo([before, after], entries)
  const changed = reached.filter((key) => was.of(key) !== becomes.of(key))
  const switchedOff = new Set(entries.filter((entry) => onlyTurnsOff(before, entry)).map(({ key }) => key))
  const goesOff = (key: string) => switchedOff.has(key) || becomes.isOff(key)
  const written = entries.map(({ kind, key, document }) => [kind, key, document]).map(canonicalJson)
  const answers = reached.map((key) => [key, was.of(key), becomes.of(key)])
  return {
    changed,
    turnsOff: entries.every((entry) => onlyTurnsOff(before, entry)) && changed.every(goesOff),
    comes: entries.every(({ kind, key, document }) => document !== null && !before.has(`${kind}/${key}`)),
    comesOrGoes: entries.every(({ kind, key, document }) => document === null || !before.has(`${kind}/${key}`)),
    result: hash(canonicalJson([written.sort(), answers])),
    forms: new Map(changed.map((key) => [key, becomes.of(key)])),
  }
}

/** The documents as the entries leave them. */
function documentsAfter(before: Documents, entries: readonly Entry[]): Documents {
  const after = new Map(before)
  for (const { kind, key, document } of entries) {
    if (document === null) after.delete(`${kind}/${key}`)
    else after.set(`${kind}/${key}`, document)
  }
  return after
}

/** Whether an entry turns a flag off that is on, and leaves all else of it is. */
export function onlyTurnsOff(before: Documents, { kind, key, document }: Entry): boolean {
  // what stands under a flag's place is a flag
  const was = before.get(`${kind}/${key}`) as FlagDocument | undefined
  if (kind !== 'flag' || was === undefined || document === null || !was.on) return false
  return canonicalJson({ ...was, on: false }) === canonicalJson(document)
}

/** The flags among the subjects, and those that lead to any of them in one of the states; ordered. */
function flagsLeadingTo(states: readonly Documents[], subjects: readonly Pick<Entry, 'kind' | 'key'>[]): string[] {
  const users = new Map<string, string[]>()
  for (const documents of states) {
    for (const [place, document] of documents) {
      for (const { kind, key } of referencesOf(document)) {
        const known = users.get(`${kind}/${key}`)
        if (known === undefined) users.set(`${kind}/${key}`, [place])
        else known.push(place)
      }
    }
  }
  const found = new Set(subjects.map(({ kind, key }) => `${kind}/${key}`))
  // the set grows while it is walked, and is walked to its end
  for (const place of found) for (const user of users.get(place) ?? []) found.add(user)
  return [...found].flatMap((place) => (place.startsWith('flag/') ? [place.slice('flag/'.length)] : [])).sort()
}
