import { movementOf } from '../src/shared/impact/movement.ts'
import type { Condition } from '../src/shared/schemas/condition.ts'
import type { Datafile } from '../src/shared/schemas/datafile.ts'
import { aFlag, stateOf, where } from '../tests/support/builders.ts'
import { randomOf } from '../tests/support/random.ts'
import { median } from './statistics.ts'

/*
 * Measures the CPU time of counting affected contexts among 10 000, warm, in one process. No known product counts this
 * over stored contexts, so there is no peer. The goal is from the specification.
 */
const random = randomOf(20_261_122)
const contexts = Array.from({ length: 10_000 }, (_, at) => ({
  targetingKey: `user-${at}`,
  country: `C${random.int(30)}`,
  plan: `p${random.int(5)}`,
  age: random.int(80),
  os: `o${random.int(6)}`,
}))
const rule = (): Condition => ({
  all: [
    where('country', 'is', `C${random.int(30)}`),
    where('plan', 'isOneOf', `p${random.int(5)}`),
    where('age', 'atLeast', random.int(80)),
  ],
})
const rules = (count: number, key: string, last: string) => {
  let flag = aFlag(key)
  for (let at = 0; at < count; at += 1) flag = flag.rule(rule(), at % 2 ? 'on' : 'off')
  return [flag, flag.rule(where('os', 'is', 'o1'), last)] as const
}
const [old, next] = rules(100, 'checkout', 'on')
const withEmail = aFlag('checkout').rule(where('email', 'endsWith', '@acme.com'), 'on')
const many = Array.from({ length: 50 }, (_, at) => rules(5, `flag-${at}`, 'on'))

const questions: readonly (readonly [string, Datafile, Datafile, readonly string[], keptOut: readonly string[]])[] = [
  ['100 rules', stateOf([old]), stateOf([next]), ['checkout'], []],
  ['100 rules, plan kept out', stateOf([old]), stateOf([next]), ['checkout'], ['plan']],
  ['1 rule by an email that is kept out', stateOf([aFlag('checkout')]), stateOf([withEmail]), ['checkout'], ['email']],
  [
    '50 flags of 5 rules',
    stateOf(many.map(([one]) => one)),
    stateOf(many.map(([, two]) => two)),
    many.map(([{ key }]) => key),
    [],
  ],
]

console.log('| 10 000 contexts | move | depend | CPU p50 | at most | goal |\n| --- | --- | --- | --- | --- | --- |')
for (const [name, before, after, flags, keptOut] of questions) {
  const times: number[] = []
  let answer = ''
  for (let round = 0; round < 24; round += 1) {
    const began = process.cpuUsage()
    const { moved, depends } = movementOf(before, after, flags, contexts, { nowMs: 0, keptOut })
    const { user, system } = process.cpuUsage(began)
    if (round >= 4) times.push((user + system) / 1_000)
    answer = `${moved} | ${depends}`
  }
  console.log(`| ${name} | ${answer} | ${median(times).toFixed(0)} ms | ${Math.max(...times).toFixed(0)} ms | 150 ms |`)
}
