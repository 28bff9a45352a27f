import type { Entry } from '../features/publishing/schemas/revision.ts'
import type { FlagDocument } from '../schemas/flag.ts'
import { AnswerForms, type Documents } from './answer-forms.ts'
import { canonicalJson } from './canonical-json.ts'
import { referencesOf } from './references.ts'

/** The effect of a publish on the values of an environment. */
export type PublishEffect = {
  /** The sorted keys of the flags whose value may change for a user. All other flags certainly keep their values. */
  changed: readonly string[]
  /** The publish only turns flags off, and each changed flag serves every user its off value. */
  turnsOff: boolean
  /** The publish only adds subjects (`comes`), or only adds and removes subjects (`comesOrGoes`). It changes none. */
  comes: boolean
  comesOrGoes: boolean
  /** A hash of the published documents, and of the forms of all affected flags before and after. */
  result: string
  /** The forms of the changed flags after the publish. */
  forms: ReadonlyMap<string, string>
}

/**
 * Computes what a publish may change for users. This alone decides whether it needs an approval. `before` must contain
 * the subjects of the entries, everything that refers to them, and everything that any of these and the new documents
 * refer to.
 */
export function computePublishEffect(
  before: Documents,
  entries: readonly Entry[],
  hash: (text: string) => string,
): PublishEffect {
  const after = documentsAfter(before, entries)
  const [was, becomes] = [new AnswerForms(before, hash), new AnswerForms(after, hash)]
  const reached = flagsDependingOn([before, after], entries)
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

function documentsAfter(before: Documents, entries: readonly Entry[]): Documents {
  const after = new Map(before)
  for (const { kind, key, document } of entries) {
    if (document === null) after.delete(`${kind}/${key}`)
    else after.set(`${kind}/${key}`, document)
  }
  return after
}

/** Whether an entry turns off a flag that is on, and changes nothing else. */
export function onlyTurnsOff(before: Documents, { kind, key, document }: Entry): boolean {
  // Safe cast: a key `flag/…` stores a flag.
  const was = before.get(`${kind}/${key}`) as FlagDocument | undefined
  if (kind !== 'flag' || was === undefined || document === null || !was.on) return false
  return canonicalJson({ ...was, on: false }) === canonicalJson(document)
}

/** Returns the flags among the subjects, and those that depend on one in any of the states; sorted. */
function flagsDependingOn(states: readonly Documents[], subjects: readonly Pick<Entry, 'kind' | 'key'>[]): string[] {
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
  // The set grows during the iteration, which then covers the new members, too.
  for (const place of found) for (const user of users.get(place) ?? []) found.add(user)
  return [...found].flatMap((place) => (place.startsWith('flag/') ? [place.slice('flag/'.length)] : [])).sort()
}
