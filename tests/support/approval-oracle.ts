import { answersOf, type DocumentsByPlace, offAnswersOf } from './answers-of.ts'
import { headOf, mayApprove, type Somebody, stateAt, type World } from './approval-world.ts'

const wayBackMs = 30 * 24 * 3_600_000

/** What somebody saw when they approved a change: what everything in an environment was, and would come to. */
type Seen = { person: string; environment: string; before: DocumentsByPlace; documents: DocumentsByPlace }
/** A state that stood in an environment, and when it ended. */
type Stood = { documents: DocumentsByPlace; until: number | null }

/**
 * Holds the rule against what happened: it knows who wrote and who approved what, by its own books, and the log; nothing
 * of how the server decides. `trace` returns how each changed answer came to be allowed, and throws where it was not.
 */
export class Oracle {
  readonly #world: World
  readonly #authors = new Map<number, Set<string>>()
  readonly #seen = new Map<number, Seen[]>()
  readonly #stood = new Map<string, Stood[]>()
  readonly #heads = new Map<string, number>()
  readonly counts = { approved: 0, 'way back': 0, off: 0, bypassed: 0 }

  constructor(world: World) {
    this.#world = world
  }

  async begin(): Promise<void> {
    for (const { key, id } of this.#world.environments) {
      const head = await headOf(this.#world.db, id)
      this.#heads.set(key, head)
      this.#stood.set(key, [{ documents: await stateAt(this.#world.db, id, head), until: null }])
    }
  }

  /** Somebody wrote some of a change: what was seen of it before is of another. */
  wrote(change: number, { people }: Somebody): void {
    for (const person of people) this.#authors.set(change, (this.#authors.get(change) ?? new Set()).add(person))
    this.#seen.delete(change)
  }

  /** Somebody approved a change of which they saw these entries, where what they came with let them. */
  async approved(
    change: number,
    who: Somebody,
    entries: readonly { environment: string; kind: 'flag' | 'segment'; key: string; document: unknown }[],
  ): Promise<void> {
    const [person] = who.people
    if (person === undefined) return
    for (const { key: environment, id } of this.#world.environments) {
      if (who.name === 'Pia in staging' && environment !== 'staging') continue
      if (!mayApprove(this.#world, person, environment)) continue
      const before = await stateAt(this.#world.db, id, await headOf(this.#world.db, id))
      const documents = new Map(before)
      for (const one of entries) {
        if (one.environment !== environment) continue
        if (one.document === null) documents.delete(`${one.kind}/${one.key}`)
        // an entry's document is of its kind
        else documents.set(`${one.kind}/${one.key}`, one.document as never)
      }
      const seen = (this.#seen.get(change) ?? []).filter(
        (other) => other.person !== person || other.environment !== environment,
      )
      this.#seen.set(change, [...seen, { person, environment, before, documents }])
    }
  }

  /** Looks at every revision since the last time. */
  async trace(): Promise<void> {
    for (const { key, id } of this.#world.environments) {
      const head = await headOf(this.#world.db, id)
      for (let number = (this.#heads.get(key) ?? 0) + 1; number <= head; number += 1) await this.#look(key, id, number)
      this.#heads.set(key, head)
    }
  }

  async #look(environment: string, id: string, number: number): Promise<void> {
    const [before, after] = [await stateAt(this.#world.db, id, number - 1), await stateAt(this.#world.db, id, number)]
    const revision = await this.#world.db
      .selectFrom('revision')
      .select(['mark', 'changeNumber', 'actorName', 'message'])
      .where('environmentId', '=', id)
      .where('number', '=', number)
      .executeTakeFirstOrThrow()
    const stood = this.#stood.get(environment) ?? []
    const flags = [...before.keys(), ...after.keys()].flatMap((place) =>
      place.startsWith('flag/') ? [place.slice('flag/'.length)] : [],
    )
    for (const flag of new Set(flags)) {
      const is = answersOf(after, flag)
      if (is === answersOf(before, flag)) continue
      const how = this.#how(environment, revision, flag, is, before, stood)
      if (how === undefined) {
        const there = JSON.stringify({ environment, number, revision, flag, before: [...before], after: [...after] })
        throw new Error(`nobody approved what ${flag} answers: ${there}`)
      }
      this.counts[how] += 1
    }
    const last = stood.at(-1)
    if (last) last.until = this.#world.clock.ms
    this.#stood.set(environment, [...stood, { documents: after, until: null }])
  }

  #how(
    environment: string,
    { mark, changeNumber, actorName }: { mark: string | null; changeNumber: number | null; actorName: string },
    flag: string,
    is: string,
    before: DocumentsByPlace,
    stood: readonly Stood[],
  ): keyof Oracle['counts'] | undefined {
    if (mark === 'bypassed') return ['Ada', 'Adam'].includes(actorName) ? 'bypassed' : undefined
    if (changeNumber !== null && mark === null && this.#isApproved(environment, changeNumber, flag, { before, is }))
      return 'approved'
    if (mark === 'emergency' && is === offAnswersOf(before, flag)) return 'off'
    const { ms } = this.#world.clock
    const recent = stood.filter(({ until }) => until !== null && ms - until <= wayBackMs)
    if (mark === 'restore' && recent.some(({ documents }) => answersOf(documents, flag) === is)) return 'way back'
    return undefined
  }

  /** Whether somebody who may saw everybody move so, from what they get to what they got; who stays was seen by nobody. */
  #isApproved(
    environment: string,
    change: number,
    flag: string,
    { before, is }: { before: DocumentsByPlace; is: string },
  ): boolean {
    const authors = this.#authors.get(change) ?? new Set()
    const [had, gets] = [listOf(answersOf(before, flag)), listOf(is)]
    return (this.#seen.get(change) ?? []).some((one) => {
      if (one.environment !== environment || authors.has(one.person)) return false
      if (!mayApprove(this.#world, one.person, environment)) return false
      const [from, to] = [listOf(answersOf(one.before, flag)), listOf(answersOf(one.documents, flag))]
      return gets.every((answer, at) => answer === had[at] || (from[at] === had[at] && to[at] === answer))
    })
  }
}

/** The answers of everybody, each as text. */
const listOf = (answers: string): string[] =>
  // `answersOf` writes a list
  (JSON.parse(answers) as unknown[]).map((answer) => JSON.stringify(answer))
