import type { Each, ExtendedTest } from '../../schemas/condition.ts'
import { simplest } from '../cells/text.ts'

const day = 86_400_000

/** Returns values for which a test may be true. A heuristic for examples only. */
export const samplesOfTest = (test: ExtendedTest): readonly unknown[] => {
  switch (test.op) {
    case 'text.rel':
      return test.values.slice(0, 20)
    case 'text.regex':
      return test.values.slice(0, 10).flatMap(simplest)
    case 'in.strict':
    case 'in.text':
    case 'in.fold':
    case 'num.rel':
    case 'ph.exact': {
      const some = test.values.slice(0, 20)
      return [...some, ...some.map((value) => [value]), some]
    }
    case 'arr.text':
      return test.values.slice(0, 20).map((value) => [value])
    case 'js.rel':
    case 'ph.rel':
    case 'loose.eq':
    case 'json.eq':
    case 'cast.rel':
      return around(test.value)
    case 'semver.rel':
      return test.values.slice(0, 10).flatMap(versionsAround)
    case 'semver.range':
      return versionsAround(test.value.replaceAll('*', '0'))
    case 'ip.cidr':
      return test.values.slice(0, 10).map((value) => value.split('/')[0])
    case 'date.rel':
      return test.values.slice(0, 10).flatMap(daysAround)
    case 'mod':
      return Array.from({ length: 40 }, (_, at) => at)
    case 'arr.size':
      return Array.from({ length: 12 }, (_, length) => Array.from({ length }, (_, at) => `item-${at}`))
    case 'arr.elem':
    case 'arr.all':
      return listsFor(test)
    default:
      return []
  }
}

export const samplesOfEach = ({ test }: Each): readonly unknown[] =>
  samplesOfTest(test).flatMap((value) => [value, [value]])

const around = (value: unknown): unknown[] => {
  const number = Number(value)
  const near = Number.isFinite(number) && value !== null && value !== '' ? [number, number + 1, number - 1] : []
  return [value, ...near]
}

const versionsAround = (value: unknown): unknown[] => {
  if (typeof value !== 'string') return [value]
  const [, v = '', major, minor = '0', patch = '0'] = /^\D*(v?)(\d+)(?:\.(\d+))?(?:\.(\d+))?/.exec(value) ?? []
  if (major === undefined) return [value]
  const [one, two, three] = [major, minor, patch].map(Number) as [number, number, number]
  return [
    ...[value, `${v}${one}.${two}.${three}`, `${one}.${two}.${three + 1}`, `${one + 1}.0.0`, '0.0.0'],
    ...(three > 0 ? [`${one}.${two}.${three - 1}`] : []),
  ]
}

const daysAround = (value: unknown): unknown[] => {
  const instant = typeof value === 'number' ? value : Date.parse(String(value))
  if (Number.isNaN(instant)) return [value, '2000-01-01T00:00:00Z', '2100-01-01T00:00:00Z', 0, 4e12]
  const near = [instant - day, instant + day]
  const texts = near.filter((at) => Math.abs(at) < 8e15).map((at) => new Date(at).toISOString())
  return [value, ...texts, ...near, '2000-01-01T00:00:00Z', '2100-01-01T00:00:00Z']
}

/** Returns lists of the values that nested conditions name. */
const listsFor = (test: ExtendedTest): unknown[] => {
  const named: unknown[] = []
  const walk = (node: unknown): void => {
    if (typeof node !== 'object' || node === null || named.length > 20) return
    if ('values' in node && Array.isArray(node.values)) named.push(...node.values.slice(0, 5))
    if ('value' in node) named.push(node.value)
    for (const inner of Object.values(node)) walk(inner)
  }
  walk(test)
  return [...named.map((value) => [value]), named]
}
