import type { Condition } from '../src/shared/schemas/condition.ts'
import type { Datafile } from '../src/shared/schemas/datafile.ts'
import type { FlagDocument } from '../src/shared/schemas/flag.ts'
import type { SegmentDocument } from '../src/shared/schemas/segment.ts'
import type { Serve } from '../src/shared/schemas/split.ts'
import { aDatafile, aFlag, aSegment, split, where } from '../tests/support/builders.ts'
import { differenceOf } from '../tests/support/difference.ts'
import { randomOf } from '../tests/support/random.ts'
import { median } from './statistics.ts'

/*
 * Measures the CPU time of calculating who is affected by a change, with conditions, examples and reasons, warm, in one
 * process. No known product has this feature, so there is no peer. The goals are from the specification.
 */
const random = randomOf(20_261_120)

const share = (percent: number): Serve => split({ on: percent * 1_000, off: 100_000 - percent * 1_000 })
const stateOf = (flag: FlagDocument, segment?: SegmentDocument): Datafile =>
  aDatafile([flag], segment === undefined ? [] : [segment])
const flagOf = (rules: Told) => rules.reduce((flag, [when, serve]) => flag.rule(when, serve), aFlag('checkout'))
/** Returns the state with these rules and the state in which one of them serves another value. */
const edited = (rules: Told, at: number, serve: string | Serve) =>
  [stateOf(flagOf(rules)), stateOf(flagOf(rules.with(at, [rules[at]?.[0] ?? true, serve])))] as const

type Told = readonly (readonly [Condition, string | Serve])[]
const typical: Told = [
  [where('country', 'isOneOf', 'NO', 'SE'), 'on'],
  [{ all: [where('plan', 'is', 'pro'), where('age', 'atLeast', 18)] }, share(10)],
  [where('email', 'endsWith', '@acme.com'), 'on'],
]
const many = (conditions: number): Told =>
  Array.from({ length: 100 }, (_, at) => {
    const all = [
      where('country', 'is', `C${random.int(30)}`),
      where('plan', 'isOneOf', `p${random.int(5)}`, `q${random.int(5)}`),
      where('age', 'atLeast', random.int(80)),
      where('os', 'is', `o${random.int(6)}`),
      where('version', 'versionAtLeast', `${random.int(5)}.${random.int(5)}.0`),
    ].slice(0, conditions)
    return [{ all }, at % 3 ? (at % 2 ? 'on' : 'off') : share(random.int(100))] as const
  })
const listed = Array.from({ length: 100 }, (_, at) => {
  const keys = Array.from({ length: 1_000 }, () => `u${random.int(10_000)}`)
  return [where('targetingKey', 'isOneOf', ...keys), at % 2 ? 'on' : 'off'] as const
})
const big = (from: number) =>
  stateOf(
    aFlag('checkout').rule({ segment: 'big' }, share(30)),
    aSegment('big', { included: Array.from({ length: 100_000 }, (_, at) => `key-${at}`).slice(from) }),
  )
const endings = Array.from(
  { length: 100 },
  (_, at) => [where('email', 'endsWith', `@c${at}.com`), at % 2 ? 'on' : 'off'] as const,
)

const questions: readonly (readonly [string, readonly [Datafile, Datafile], goalMs: number])[] = [
  ['3 rules, one rollout from 10% to 25%', edited(typical, 1, share(25)), 5],
  ['100 rules of 3 conditions, one edited', edited(many(3), 40, 'on'), 50],
  ['100 rules of 5 conditions, one edited', edited(many(5), 40, 'on'), 50],
  ['100 rules by the end of an email, one edited', edited(endings, 50, 'on'), 50],
  ['100 lists of 1,000 keys, one edited', edited(listed, 50, 'on'), 250],
  ['a segment of 100,000 keys, 10 fewer', [big(0), big(10)], 250],
]

// Interleaved, so that other load on the machine affects all questions equally. The minimum is the cost of the work
// itself.
const rounds = 30
const warm = 3
const times = questions.map((): number[] => [])
const answers: string[] = []
for (let round = 0; round < warm + rounds; round += 1) {
  for (const [index, [, [before, after]]] of questions.entries()) {
    const began = process.cpuUsage()
    const difference = differenceOf(before, after, 'checkout', { nowMs: 0 })
    const { user, system } = process.cpuUsage(began)
    if (round >= warm) times[index]?.push((user + system) / 1_000)
    answers[index] = difference.state === 'exact' ? `${difference.moves.length} moves` : difference.state
  }
}
console.log('| question | answer | CPU least | p50 | most | goal |\n| --- | --- | --- | --- | --- | --- |')
for (const [index, [name, , goal]] of questions.entries()) {
  const sorted = (times[index] ?? []).toSorted((a, b) => a - b)
  const told = [sorted[0], median(sorted), sorted.at(-1)].map((ms) => `${(ms ?? Number.NaN).toFixed(1)} ms`)
  console.log(`| ${name} | ${answers[index]} | ${told.join(' | ')} | ${goal} ms |`)
}
