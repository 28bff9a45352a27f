import { referencesOf } from '../../src/shared/datafile/references.ts'
import { answersOf, type DocumentsBySubject, offAnswersOf } from './answers-of.ts'
import { type ApprovalActor, headOf, mayApprove, stateAt, type World } from './approval-world.ts'

const wayBackMs = 30 * 24 * 3_600_000

/** What a user saw when they approved a change: an environment's documents before and after it. */
type ApprovedView = { person: string; environment: string; before: DocumentsBySubject; documents: DocumentsBySubject }
/** A proposed ramp: the flag, its variant and the previous one. */
type Plan = { flag: string; to: string; before: string }
/**
 * A change that went live in an environment: its revision, who had approved it there, and whether an admin bypassed
 * approvals.
 */
type LiveChange = { number: number; seen: readonly ApprovedView[]; waived: boolean; documents: DocumentsBySubject }
type Revision = { number: number; mark: string | null; changeNumber: number | null; actorName: string; message: string }
/** A state of an environment, and the revision that ended it. */
type PastState = { documents: DocumentsBySubject; until: number | null }

/**
 * Checks the approval rule against the log. It tracks authors and approvals independently and knows nothing of the
 * server's logic. `trace` verifies that each changed answer was allowed, and throws otherwise.
 */
export class ApprovalOracle {
  readonly #world: World
  readonly #authors = new Map<number, Set<string>>()
  readonly #seen = new Map<number, ApprovedView[]>()
  readonly #stood = new Map<string, PastState[]>()
  readonly #heads = new Map<string, number>()
  readonly #plans = new Map<number, Plan>()
  readonly #began = new Map<string, LiveChange>()
  readonly counts = { approved: 0, 'way back': 0, off: 0, bypassed: 0, step: 0, undone: 0 }

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

  /** Someone edited a change, which invalidates earlier approvals. */
  wrote(change: number, { people }: ApprovalActor): void {
    for (const person of people) this.#authors.set(change, (this.#authors.get(change) ?? new Set()).add(person))
    this.#seen.delete(change)
  }

  /** Records that a change proposes a ramp. */
  planned(change: number, plan: Plan): void {
    this.#plans.set(change, plan)
  }

  /** Records a new number of required approvals. If none were required before, the current state counts as approved. */
  async requires(environment: string, approvals: number): Promise<void> {
    await this.trace()
    const stands = this.#stood.get(environment)?.at(-1)
    if (this.#world.requires.get(environment) === 0 && stands) this.#stood.set(environment, [stands])
    this.#world.requires.set(environment, approvals)
  }

  /** Records an approval with the entries that were seen, if the actor's permissions allowed it. */
  async approved(
    change: number,
    who: ApprovalActor,
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
        // Safe cast: an entry's document has its kind.
        else documents.set(`${one.kind}/${one.key}`, one.document as never)
      }
      const seen = (this.#seen.get(change) ?? []).filter(
        (other) => other.person !== person || other.environment !== environment,
      )
      this.#seen.set(change, [...seen, { person, environment, before, documents }])
    }
  }

  /** Checks all revisions since the last call. */
  async trace(): Promise<void> {
    for (const { key, id } of this.#world.environments) {
      const head = await headOf(this.#world.db, id)
      for (let number = (this.#heads.get(key) ?? 0) + 1; number <= head; number += 1) await this.#look(key, id, number)
      this.#heads.set(key, head)
    }
  }

  async #look(environment: string, id: string, number: number): Promise<void> {
    const [before, after] = [await stateAt(this.#world.db, id, number - 1), await stateAt(this.#world.db, id, number)]
    const revision: Revision = await this.#world.db
      .selectFrom('revision')
      .select(['number', 'mark', 'changeNumber', 'actorName', 'message'])
      .where('environmentId', '=', id)
      .where('number', '=', number)
      .executeTakeFirstOrThrow()
    const stood = this.#stood.get(environment) ?? []
    const flags = new Set(
      [...before.keys(), ...after.keys()].flatMap((place) =>
        place.startsWith('flag/') ? [place.slice('flag/'.length)] : [],
      ),
    )
    const began = this.#begins(environment, revision, after)
    const left = revision.mark === 'rollback' && began ? await this.#without(id, began.number, before, after) : null
    for (const flag of flags) {
      const [was, is] = [answersOf(before, flag), answersOf(after, flag)]
      if (is === was || this.#world.requires.get(environment) === 0) continue
      const how =
        (began && (this.#isStep(environment, revision, began, flag, { before, after }) ? 'step' : undefined)) ??
        (left && isWithin(was, is, answersOf(left, flag)) ? 'undone' : undefined) ??
        this.#how(environment, revision, began, flag, is, before, stood)
      if (how === undefined) {
        const there = JSON.stringify({ environment, revision, flag, before: [...before], after: [...after] })
        throw new Error(`nobody approved what ${flag} answers: ${there}`)
      }
      this.counts[how] += 1
    }
    const last = stood.at(-1)
    if (last) last.until = this.#world.clock.ms
    this.#stood.set(environment, [...stood, { documents: after, until: null }])
  }

  /** Finds out how a revision's change went live there: with this revision or an earlier one. */
  #begins(
    environment: string,
    { number, mark, changeNumber }: Revision,
    documents: DocumentsBySubject,
  ): LiveChange | undefined {
    if (changeNumber === null) return undefined
    const place = `${environment} ${changeNumber}`
    const known = this.#began.get(place)
    if (known) return known
    const seen = this.#mayCount(environment, changeNumber)
    const began = { number, seen, waived: mark === 'bypassed', documents }
    this.#began.set(place, began)
    return began
  }

  /** The approvals of a change in an environment that count: from users who may approve there and did not write it. */
  #mayCount(environment: string, change: number): ApprovedView[] {
    const authors = this.#authors.get(change) ?? new Set()
    return (this.#seen.get(change) ?? []).filter(
      (one) =>
        one.environment === environment && !authors.has(one.person) && mayApprove(this.#world, one.person, environment),
    )
  }

  /** The state before a run without its rule, which a rollback leads to. */
  async #without(id: string, began: number, before: DocumentsBySubject, after: DocumentsBySubject) {
    const state = new Map(await stateAt(this.#world.db, id, began))
    for (const [place, document] of before) {
      const now = after.get(place)
      if (!('rules' in document) || !now || !('rules' in now)) continue
      const gone = document.rules.filter(({ id: rule }) => !now.rules.some((one) => one.id === rule))
      const then = state.get(place)
      if (gone.length === 0 || !then || !('rules' in then)) continue
      const rules = then.rules.filter(({ id: rule }) => !gone.some((one) => one.id === rule))
      state.set(place, { ...then, rules })
    }
    return state
  }

  /**
   * Whether a step of a ramp moves a flag as approved: from the previous answer in its plan to the new one, as enough
   * reviewers had seen. Other flags may move only for users for whom the ramp's flag moves.
   */
  #isStep(
    environment: string,
    { mark, changeNumber, message, number }: Revision,
    began: LiveChange,
    flag: string,
    { before, after }: { before: DocumentsBySubject; after: DocumentsBySubject },
  ): boolean {
    const plan = this.#plans.get(changeNumber ?? 0)
    if (mark !== 'ramp' || plan === undefined || number === began.number) return false
    const [was, is] = [listOf(answersOf(before, plan.flag)), listOf(answersOf(after, plan.flag))]
    const moved = was.flatMap((one, at) => (one === is[at] ? [] : [at]))
    // The ramp restores its rule after an approval of something else removed it: users get their earlier answer back.
    const isPutBack = message.includes('goes on at step')
    const saw = (documents: DocumentsBySubject) => {
      const seen = documents.get(`flag/${plan.flag}`)
      if (seen === undefined || !('variants' in seen)) return false
      const [from, to] = [plan.before, plan.to].map((one) => JSON.stringify([seen.variants[one], one]))
      return moved.every((at) => (isPutBack ? [from, to].includes(is[at]) : was[at] === from && is[at] === to))
    }
    const people = new Set(began.seen.filter(({ documents }) => saw(documents)).map(({ person }) => person))
    if (!began.waived && people.size < (this.#world.requires.get(environment) ?? 1)) return false
    if (began.waived && !saw(began.documents)) return false
    if (flag === plan.flag) return true
    // Dependents of the ramp's flag move with it, as they were when the ramp started.
    const old = withOthersOf(began.documents, after, plan.flag)
    return isWithin(answersOf(before, flag), answersOf(after, flag), answersOf(old, flag))
  }

  #how(
    environment: string,
    { number, mark, changeNumber, actorName }: Revision,
    began: LiveChange | undefined,
    flag: string,
    is: string,
    before: DocumentsBySubject,
    stood: readonly PastState[],
  ): keyof ApprovalOracle['counts'] | undefined {
    if (mark === 'bypassed') return ['Ada', 'Adam'].includes(actorName) ? 'bypassed' : undefined
    const isFirst = began?.number === number && (mark === null || mark === 'ramp')
    if (isFirst && changeNumber !== null && this.#isApproved(environment, changeNumber, flag, { before, is }))
      return 'approved'
    if (mark === 'emergency' && is === offAnswersOf(before, flag)) return 'off'
    const { ms } = this.#world.clock
    const recent = stood.filter(({ until }) => until !== null && ms - until <= wayBackMs)
    if (mark === 'restore' && recent.some(({ documents }) => answersOf(documents, flag) === is)) return 'way back'
    return undefined
  }

  /**
   * Whether enough reviewers saw every user move from the old to the new answer. Users who do not move need no
   * approval.
   */
  #isApproved(
    environment: string,
    change: number,
    flag: string,
    { before, is }: { before: DocumentsBySubject; is: string },
  ): boolean {
    const [had, gets] = [listOf(answersOf(before, flag)), listOf(is)]
    const saw = this.#mayCount(environment, change).filter((one) => {
      const [from, to] = [listOf(answersOf(one.before, flag)), listOf(answersOf(one.documents, flag))]
      return gets.every((answer, at) => answer === had[at] || (from[at] === had[at] && to[at] === answer))
    })
    return new Set(saw.map(({ person }) => person)).size >= (this.#world.requires.get(environment) ?? 1)
  }
}

/** Whether all users who move get one of these answers. */
const isWithin = (was: string, is: string, to: string): boolean => {
  const [old, new_, there] = [listOf(was), listOf(is), listOf(to)]
  return new_.every((answer, at) => answer === old[at] || answer === there[at])
}

/** Returns the old state with only one flag, and its dependents, replaced by their new documents. */
function withOthersOf(was: DocumentsBySubject, is: DocumentsBySubject, flag: string): DocumentsBySubject {
  const own = new Set([`flag/${flag}`])
  for (const place of own) {
    const document = is.get(place)
    for (const { kind, key } of document ? referencesOf(document) : []) own.add(`${kind}/${key}`)
  }
  return new Map([...was, ...[...is].filter(([place]) => own.has(place))])
}

/** The answers of all users, each as text. */
const listOf = (answers: string): string[] =>
  // `answersOf` returns a JSON list.
  (JSON.parse(answers) as unknown[]).map((answer) => JSON.stringify(answer))
