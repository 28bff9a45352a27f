import type { RegexDialect } from '../../schemas/extended-test.ts'
import { holds, parseAddress, parseNetwork } from '../operators/network.ts'
import type { OptionalModules } from '../optional-module.ts'
import { requireModule } from '../require-module.ts'
import { isIn, parseNetworkUnmapped } from './parse-network-unmapped.ts'
import { type Ask, Fatal, type TestOf, type Verdict } from './test.ts'
import { byCodePoint, folder, stringifier } from './text.ts'

const relations: Readonly<Record<TestOf<'text.rel'>['rel'], (text: string, wanted: string) => boolean>> = {
  prefix: (text, wanted) => text.startsWith(wanted),
  suffix: (text, wanted) => text.endsWith(wanted),
  contains: (text, wanted) => text.includes(wanted),
  lt: (text, wanted) => byCodePoint(text, wanted) < 0,
  lte: (text, wanted) => byCodePoint(text, wanted) <= 0,
  gt: (text, wanted) => byCodePoint(text, wanted) > 0,
  gte: (text, wanted) => byCodePoint(text, wanted) >= 0,
}

export const textRel = ({ rel, values, str, fold }: TestOf<'text.rel'>): Ask => {
  const [read, alike, holdsFor] = [stringifier(str), folder(fold), relations[rel]]
  const wanted = values.map(alike)
  return (value) => {
    const text = read(value)
    if (text === undefined) return 'invalid'
    const folded = alike(text)
    return wanted.some((one) => holdsFor(folded, one))
  }
}

/** Dialects that the runtime supports directly. The module `regex` translates the others. */
const ownDialects: ReadonlySet<RegexDialect> = new Set<RegexDialect>(['ecma', 'ecma-slash', 'host'])

const compilePattern = (source: string, { dialect, flags = '' }: TestOf<'text.regex'>, profiles: OptionalModules) => {
  if (!ownDialects.has(dialect)) return requireModule(profiles, 'regex')(dialect, source, flags)
  try {
    return new RegExp(source, flags)
  } catch {
    return undefined
  }
}

export const textRegex = (test: TestOf<'text.regex'>, profiles: OptionalModules): Ask => {
  const read = stringifier(test.str)
  const patterns = test.values.map((source) => compilePattern(source, test, profiles))
  const onBad = (): Verdict => {
    if (test.badPattern === 'fatal') throw new Fatal('MALFORMED_FLAG')
    return test.badPattern === 'false' ? false : test.badPattern
  }
  return (value) => {
    const text = read(value)
    if (text === undefined) return 'invalid'
    for (const pattern of patterns) if (pattern?.test(text) === true) return true
    return patterns.includes(undefined) ? onBad() : false
  }
}

export const ipCidr = ({ values, v6, apart }: TestOf<'ip.cidr'>): Ask => {
  const networks = values
    .map(apart === true ? parseNetworkUnmapped : parseNetwork)
    .filter((network) => network !== undefined)
  // If both address families are allowed, other types are converted to text.
  const read = stringifier(apart === true && v6 ? 'js' : 'none')
  return (value) => {
    const text = value === null ? undefined : read(value)
    if (text === undefined) return 'invalid'
    if (!v6 && text.includes(':')) return false
    if (apart === true) {
      const sent = parseNetworkUnmapped(text)
      return sent !== undefined && networks.some((network) => isIn(network, sent, v6))
    }
    const address = parseAddress(text)
    return address !== undefined && networks.some((network) => holds(network, address))
  }
}
