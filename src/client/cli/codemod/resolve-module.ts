/** `paths` of a tsconfig.json, relative to the program’s root. */
export type Paths = Readonly<Record<string, readonly string[]>>

const endings = ['', '.ts', '.tsx', '.mts', '.cts', '.js', '.jsx', '.mjs', '.cjs', '.vue', '.svelte']
const written: readonly (readonly [RegExp, string])[] = [
  [/\.js$/, '.ts'],
  [/\.js$/, '.tsx'],
  [/\.jsx$/, '.tsx'],
  [/\.mjs$/, '.mts'],
  [/\.cjs$/, '.cts'],
]

/**
 * The file that a module specifier refers to, by relative path or by the compiler’s `paths`. Undefined for packages and
 * missing files.
 */
export function resolveModule(
  files: { has: (path: string) => boolean },
  from: string,
  source: string,
  paths: Paths,
): string | undefined {
  const folder = from.split('/').slice(0, -1)
  const candidates = source.startsWith('.') ? [normal([...folder, ...source.split('/')])] : mapped(source, paths)
  for (const path of candidates) {
    const names = [
      ...endings.map((ending) => path + ending),
      ...written.filter(([js]) => js.test(path)).map(([js, ts]) => path.replace(js, ts)),
      ...endings.slice(1).map((ending) => `${path}/index${ending}`),
    ]
    const found = names.find((name) => files.has(name))
    if (found !== undefined) return found
  }
  return undefined
}

const mapped = (source: string, paths: Paths): string[] =>
  Object.entries(paths).flatMap(([pattern, targets]) => {
    const [head = '', tail] = pattern.split('*')
    if (tail === undefined) return pattern === source ? targets.map((one) => normal(one.split('/'))) : []
    if (!source.startsWith(head) || !source.endsWith(tail)) return []
    const star = source.slice(head.length, source.length - tail.length)
    return targets.map((one) => normal(one.replace('*', () => star).split('/')))
  })

const normal = (parts: readonly string[]): string => {
  const found: string[] = []
  for (const part of parts) {
    if (part === '..') found.pop()
    else if (part !== '.' && part !== '') found.push(part)
  }
  return found.join('/')
}
