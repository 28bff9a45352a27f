import { resolver } from '../../engine/extended/attribute.ts'
import type { Each, ExtendedLeaf, ExtendedTest } from '../../schemas/condition.ts'
import type { AttributeRef, Presence } from '../../schemas/extended-attribute.ts'
import type { ExtendedPoint } from '../../schemas/extended-point.ts'
import type { Attribute, AttributeVariable } from '../attribute.ts'
import type { CellTie } from '../cells/value.ts'
import { cellsFrom } from '../cells/variable.ts'
import { type ConditionCandidate, cellByCell, matchesWantedCells, synthesizeCondition } from '../condition-synthesis.ts'
import type { SpendSteps } from '../steps.ts'
import { inexpressible } from '../undecided.ts'
import {
  type Atom,
  askAtom,
  isStrict,
  orderingOf,
  possibleEnds,
  samplesOfAtom,
  stableKindsOfAtom,
  turnsOfAtom,
} from './expression/atom.ts'
import { conditionsForAtom } from './expression/atom-words.ts'
import { divideLine, type NumberLine } from './expression/line.ts'
import { jointCells } from './joint-cells.ts'
import { listedSayings } from './listed-sayings.ts'
import { partitionRead } from './partition-read.ts'
import { locatorOf, type PartitionedScale, partitionScale } from './partition-scale.ts'
import { tieOfPlace } from './place-tie.ts'
import { possibleVerdicts, verdictsOfTexts } from './possible-verdicts.ts'
import { timeOfReading } from './reading-time.ts'
import { samplesOfEach, samplesOfTest } from './samples.ts'
import { createAttributeSetter } from './set-attribute.ts'
import { isStableForAllKinds, stableKindsOf } from './stable-kinds.ts'
import { standaloneEachVerdict, standaloneVerdictOf } from './standalone-verdicts.ts'
import {
  conditionForAbsence,
  conditionsForEach,
  conditionsForVerdict,
  eachIs,
  isPlain,
  verdictIs,
  withoutUnknownLeaf,
  wordsOfTest,
} from './test-conditions.ts'
import { createTestVariable } from './test-variable.ts'
import { isTimedRead, isTimedTest, isUnforeseen } from './timed.ts'
import { conditionForValues } from './value-conditions.ts'

export interface ReferenceTests {
  readonly ref: AttributeRef
  readonly leaves: Map<string, ExtendedLeaf>
  readonly eaches: Map<string, Each>
  readonly atoms: Map<string, Atom>
  readonly places: Map<string, { readonly point: ExtendedPoint; readonly cuts: Set<number> }>
}

/** A partitioned attribute reference: an attribute like native ones, with access to the results of its tests. */
export interface PartitionedReference extends Attribute {
  readonly answers: {
    readonly absent: (presence: Presence | undefined) => ReadonlySet<number>
    readonly nulls: ReadonlySet<number>
    readonly test: (name: string) => { readonly at: number; readonly verdictIn: (cell: number) => number }
    readonly ofNull: (name: string) => number
    readonly each: (name: string) => number
    readonly atom: (name: string) => { readonly at: number; readonly endIn: (cell: number) => number }
    readonly place: (name: string) => { readonly at: number; readonly place: PartitionedScale }
  }
}

export type PartNaming = (part: object) => string

/**
 * When tests are evaluated: now, or at any later instant, too. In that case, comparisons with the clock may have any
 * result.
 */
export interface EvaluationTimes {
  readonly nowMs: number
  readonly ever: boolean
}

export const partitionReference = (
  { ref, leaves, eaches, atoms, places }: ReferenceTests,
  nameOf: PartNaming,
  { nowMs, ever }: EvaluationTimes,
  spend: SpendSteps,
): PartitionedReference => {
  const read = resolver(ref)
  const tests = new Map<string, ExtendedTest>()
  for (const { test } of leaves.values()) tests.set(nameOf(test), test)
  const asks = new Map([...tests].map(([name, test]) => [name, standaloneVerdictOf(test, nowMs)]))
  const stills = new Map([...tests].map(([name, test]) => [name, stableKindsOf(test)]))
  const others: AttributeVariable[] = []
  const tied: ((kind: string, value: unknown) => CellTie)[] = []
  const at = new Map<string, number>()

  for (const [name, test] of tests) {
    const still = stills.get(name)
    const ask = asks.get(name)
    if (still === undefined || ask === undefined || isStableForAllKinds(still)) continue
    const bare = ask(null) !== 1 && ask(undefined) !== 1
    const possible = possibleVerdicts(test, nowMs)
    const sayings = conditionsForVerdict(ref, test, bare)
    at.set(name, others.length)
    others.push({
      kind: 'asked',
      variable: createTestVariable(
        6,
        possible,
        ask,
        (cell) => (cell === 1 ? samplesOfTest(test) : []),
        verdictsOfTexts(test, possible),
      ),
      say: (wanted) =>
        matchesWantedCells(wanted, () => true)
          ? undefined
          : (synthesizeCondition(wanted, sayings) ?? cellByCell(wanted, (cell) => verdictIs(ref, test, cell))),
    })
    const isFree = ever && isUnforeseen(ref, test)
    tied.push((kind, value) => {
      if (!isFree && (kind === 'named' || still.on.has(kind as never))) return ask(value)
      return !isFree && kind === 'texts' ? 'some' : 'any'
    })
  }
  for (const [name, each] of eaches) {
    const ask = standaloneEachVerdict(each, nowMs)
    at.set(name, others.length)
    others.push({
      kind: 'asked',
      variable: createTestVariable(4, cellsFrom(0, isPlain(each) ? 2 : 4), ask, (cell) =>
        cell === 1 ? samplesOfEach(each) : [],
      ),
      say: (wanted) =>
        matchesWantedCells(wanted, () => true)
          ? undefined
          : (synthesizeCondition(wanted, conditionsForEach(each)) ?? cellByCell(wanted, (cell) => eachIs(each, cell))),
    })
    const isFree = ever && (isTimedRead(ref) || isTimedTest(each.test))
    tied.push((kind, value) => (!isFree && kind === 'named' ? ask(value) : 'any'))
  }
  const parts = new Map<string, { at: number; endIn: (cell: number) => number }>()
  const lines: NumberLine[] = []
  for (const strict of [true, false]) {
    const ordered = [...atoms].flatMap(([name, atom]) => {
      const ordering = isStrict(atom.dialect) === strict ? orderingOf(atom) : undefined
      return ordering === undefined ? [] : [{ name, ordering }]
    })
    if (ordered.length === 0) continue
    const line = divideLine(
      ref,
      ordered.map(({ ordering }) => ordering.limit),
      strict,
    )
    spend(line.size)
    lines.push(line)
    for (const { name, ordering } of ordered)
      parts.set(name, { at: others.length, endIn: (cell) => line.endIn(ordering, cell) })
    others.push({
      kind: 'asked',
      variable: createTestVariable(line.size, line.any, line.cellOf, line.samples),
      say: line.say,
    })
    tied.push((kind, value) => (kind === 'named' || line.still.on.has(kind as never) ? line.cellOf(value) : 'any'))
  }
  const loose = [...atoms].filter(([name]) => !parts.has(name))
  for (const [name, atom] of loose) {
    const ask = askAtom(atom)
    parts.set(name, { at: others.length, endIn: (cell) => cell })
    others.push({
      kind: 'asked',
      variable: createTestVariable(4, possibleEnds(atom), ask, (cell) => (cell === 1 ? samplesOfAtom(atom) : [])),
      say: (wanted) => {
        if (matchesWantedCells(wanted, () => true)) return undefined
        const said = synthesizeCondition(wanted, conditionsForAtom(atom, ask(null)))
        if (said === undefined) throw inexpressible
        return said
      },
    })
    const still = stableKindsOfAtom(atom)
    const isFree = ever && isTimedRead(ref) && turnsOfAtom(atom) === undefined
    tied.push((kind, value) => (!isFree && (kind === 'named' || still.on.has(kind as never)) ? ask(value) : 'any'))
  }
  const placed = new Map<string, { at: number; place: PartitionedScale }>()
  for (const [name, { point, cuts }] of places) {
    const place = partitionScale(point, cuts, locatorOf(point, nowMs))
    placed.set(name, { at: others.length, place })
    others.push({ kind: 'place', ...place })
    const isFree = ever && isTimedRead(ref)
    const tie = tieOfPlace(point, place)
    tied.push((kind, value) => (isFree ? 'any' : tie(kind, value)))
  }
  const presences = new Set([...leaves.values()].map(({ presence = 'nullish' }) => presence))
  const divided = partitionRead({
    ref,
    nowMs,
    tests: [
      ...[...tests].flatMap(([name]) => {
        const [still, ask] = [stills.get(name), asks.get(name)]
        return still === undefined || ask === undefined ? [] : [{ name, still, ask, own: !isStableForAllKinds(still) }]
      }),
      ...loose.map(([name, atom]) => ({ name, still: stableKindsOfAtom(atom), ask: askAtom(atom), own: true })),
      ...lines.map(({ still, cellOf }, line) => ({ name: `line ${line}`, still, ask: cellOf, own: true })),
    ],
    presences: [...presences],
    nulls: [...leaves.values()].some(({ nullIs, missing }) => nullIs !== undefined || missing === 'null'),
    ties: tied,
    spend,
  })

  const holding = (leaf: ExtendedLeaf): ReadonlySet<number> | undefined => {
    const name = nameOf(leaf.test)
    if (at.has(name)) return undefined
    const { missing = 'false', nullIs, invalid, negate = false } = leaf
    const absent = divided.absent(leaf.presence)
    return new Set(
      Array.from({ length: divided.size }, (_, cell) => cell).filter((cell) => {
        if (absent.has(cell) && missing !== 'null') return missing === 'true'
        if (!absent.has(cell) && divided.nulls.has(cell) && nullIs !== undefined) return nullIs === 'true'
        const verdict = absent.has(cell) ? asks.get(name)?.(null) : divided.verdictIn(name, cell)
        if (verdict === 2) return invalid === 'true'
        return verdict === 0 ? negate : verdict === 1 && !negate
      }),
    )
  }
  const sayings = [...leaves.values()].flatMap((leaf): ConditionCandidate[] => {
    const holds = holding(leaf)
    if (holds === undefined) return []
    const words = wordsOfTest(leaf.test)
    const isTrue = (cell: number) => holds.has(cell)
    return [
      { said: () => withoutUnknownLeaf(leaf), holds: isTrue, words },
      { said: () => ({ not: withoutUnknownLeaf(leaf) }), holds: (cell) => !isTrue(cell), words: words + 0.5 },
    ]
  })
  for (const presence of presences) {
    const absent = divided.absent(presence)
    sayings.push(
      { said: () => conditionForAbsence(ref, presence, false), holds: (cell) => !absent.has(cell), words: 2 },
      { said: () => conditionForAbsence(ref, presence, true), holds: (cell) => absent.has(cell), words: 2 },
    )
  }
  const listed = listedSayings(ref, divided)
  const exactly = (cell: number) => conditionForValues(ref, divided.kindsOf(cell), divided.namedTexts)

  return {
    path: (ref.firstOf[0] ?? []).map((name) => name.replaceAll('.', '\\.')).join('.'),
    names: [],
    read: (context) => read(context, nowMs),
    values: {
      size: divided.size,
      cells: divided.cells,
      cellOf: divided.cellOf,
      questions: [],
      any: cellsFrom(0, divided.size),
      some: cellsFrom(0, divided.size),
      samples: divided.samples,
      exactly,
    },
    others,
    whereOf: () => ({ of: 'any', parts: [] }),
    instants: { standing: [], durations: [] },
    bucketsOf: () => {
      throw new RangeError('a reading has places, not buckets')
    },
    extended: {
      say: (wanted) =>
        matchesWantedCells(wanted, () => true)
          ? undefined
          : (synthesizeCondition(wanted, [...sayings, ...listed(wanted)]) ?? cellByCell(wanted, exactly)),
      put: createAttributeSetter(ref),
      paths: ref.firstOf,
      ...timeOfReading(
        {
          ref,
          tests: [...tests.values()],
          atoms: [...atoms.values()],
          eaches: [...eaches.values()],
          hasPlaces: places.size > 0,
        },
        ever,
      ),
      whole: false,
      ref,
      units: [],
      joint: jointCells(tests, at, { places, placed, sizeOf: (place) => others[place]?.variable.size ?? 0 }),
    },
    answers: {
      absent: divided.absent,
      nulls: divided.nulls,
      test: (name) => {
        const own = at.get(name)
        return own === undefined
          ? { at: -1, verdictIn: (cell) => divided.verdictIn(name, cell) }
          : { at: own, verdictIn: (cell) => cell }
      },
      ofNull: (name) => asks.get(name)?.(null) ?? 0,
      each: (name) => at.get(name) as number,
      atom: (name) => parts.get(name) as { at: number; endIn: (cell: number) => number },
      place: (name) => placed.get(name) as { at: number; place: PartitionedScale },
    },
  }
}
