import type { Ask, Subject } from './subject.ts'
import { type FlagSpec, flagSpecs, insiders, outsiders, shares } from './workload.ts'

const share = async (count: number, ask: (at: number) => unknown, wanted: unknown): Promise<number> => {
  let hits = 0
  for (let at = 0; at < count; at += 1) if ((await ask(at)) === wanted) hits += 1
  return (hits / count) * 100
}

const expect = (subject: Subject, what: string, actual: number, wanted: number, tolerance = 0): void => {
  if (Math.abs(actual - wanted) <= tolerance) return
  throw new Error(`${subject.name}: ${what}: ${actual.toFixed(1)} %, expected ${wanted} ± ${tolerance} %`)
}

/**
 * Checks before any measurement that a subject returns the expected values: the exact values if no random split is
 * involved, otherwise the expected shares of 2 000 users within 5 points.
 */
export const check = async (subject: Subject, ask: Ask<unknown, unknown>): Promise<void> => {
  const flags = flagSpecs(100)
  const inside = insiders(2_000).map(subject.context)
  const outside = outsiders(300).map(subject.context)
  const heldOf = (kind: FlagSpec['kind']) => ask.hold(flags.find((flag) => flag.kind === kind)?.key ?? '')
  const [on, conditions, lists, rollout, variants] = [
    heldOf('on'),
    heldOf('conditions'),
    heldOf('lists'),
    heldOf('rollout'),
    heldOf('variants'),
  ]
  const booleans = (held: unknown, contexts: readonly unknown[], count = contexts.length) =>
    share(count, (at) => ask.boolean(held, contexts[at]), true)
  expect(subject, 'on', await booleans(on, outside), 100)
  expect(subject, 'conditions, met', await booleans(conditions, inside), 100)
  expect(subject, 'conditions, one missed', await booleans(conditions, outside), 0)
  expect(subject, 'lists, inside', await booleans(lists, inside, 64), 100)
  expect(subject, 'lists, outside', await booleans(lists, outside), 0)
  expect(subject, 'rollout', await booleans(rollout, inside), 50, 5)
  for (const [name, percent] of Object.entries(shares)) {
    const actual = await share(inside.length, (at) => ask.string(variants, inside[at]), name)
    expect(subject, `variant ${name}`, actual, percent, 5)
  }
}
