import { families } from './operators/families.ts'
import { negationOf } from './operators/operators.gen.ts'
import type { ModuleName } from './optional-module.ts'

/** Keys that only the extended model has. */
const extendedKeys: ReadonlySet<string> = new Set([
  ...['read', 'each', 'flagTest', 'within', 'wide', 'expr', 'useDefault', 'error', 'enabled', 'unknown', 'negate'],
  ...['missing', 'pre', 'sticky', 'onUnknown', 'gate', 'onGateMiss', 'order', 'outputs', 'requires', 'off'],
])

/** The operator family of each operator that has one. Negated operators share that of their counterpart. */
const byOperator: Record<string, ModuleName[]> = Object.fromEntries(
  families.flatMap(([family, operators]) => [
    ...operators.map((operator) => [operator, [family]]),
    ...Object.entries(negationOf).flatMap(([negated, positive]) =>
      operators.includes(positive) ? [[negated, [family]]] : [],
    ),
  ]),
)

const familyNames: ReadonlySet<string> = new Set(families.map(([family]) => family))

/** Whether a module is a family of native operators. */
export const isFamily = (name: ModuleName): boolean => familyNames.has(name)

/** The modules that a value of a key needs. An expression needs all modules that it may use. */
const byValue: ReadonlyMap<string, ReadonlyMap<unknown, readonly ModuleName[]>> = new Map(
  Object.entries({
    operator: byOperator,
    algorithm: {
      ...{ 'sha1-prefix': ['sha1'], 'sha256-prefix': ['sha256'], 'md5-int': ['md5'] },
      ...{ 'murmur3-32-cbor': ['cbor'], crc32: ['crc32'] },
    },
    op: { 'hash.text': ['sha256'], 'arr.text': ['sha256'], 'semver.rel': ['versions'], 'semver.range': ['versions'] },
    dialect: {
      ...{ re2: ['regex'], 'python-match': ['regex'], 'rust-fancy': ['regex'] },
      ...{ percent: ['jsonlogic', 'versions'], shift: ['jsonlogic', 'versions'], plain: ['jsonlogic', 'versions'] },
      ...{ cbor: ['jsonlogic', 'versions', 'cbor'], query: ['jsonlogic', 'query'] },
    },
  } satisfies Record<string, Record<string, ModuleName[]>>).map(([key, values]) => [
    key,
    new Map(Object.entries(values)),
  ]),
)

export const collectModules = (node: unknown, names: Set<ModuleName>): void => {
  if (typeof node !== 'object' || node === null) return
  if (Array.isArray(node)) {
    // Lists of values make up most of a datafile and never name a module.
    for (const inner of node) if (typeof inner === 'object') collectModules(inner, names)
    return
  }
  for (const key in node) {
    // Values of variants may look like anything.
    if (key === 'variants') continue
    if (extendedKeys.has(key)) names.add('wide')
    // Safe cast: any object can be indexed by any name.
    const inner = (node as Record<string, unknown>)[key]
    if (typeof inner === 'object') collectModules(inner, names)
    else if (typeof inner === 'string') for (const name of byValue.get(key)?.get(inner) ?? []) names.add(name)
  }
}
